import { hourOf } from './clock.ts'
import type { Stop } from './stops.ts'

/** The resident wrote that the car is gone. */
export const CarMoved = ({ stop: { carMovedAt } }: { stop: Stop }) =>
  carMovedAt ? <p className="moved">Véhicule déplacé · {hourOf(carMovedAt)}</p> : null
