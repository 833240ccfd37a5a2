// The town's streets, for the demo's trucks.
import type { Point } from '@bordee/core/geo.ts'
import { Roads } from '../addresses/roads.ts'
import { town } from './town.ts'

let built: Roads | undefined
export function wayBetween(from: Point, to: Point): Point[] {
  built ??= new Roads(town().map(({ line }) => line))
  return built.wayBetween(from, to)
}
