import { expect, test } from 'vitest'
import { planOf } from './plan.ts'

const at = (x: number, y: number) => ({ lat: 46.81 + y / 111_195, lng: -71.21 + x / 76_100 })
const driveway = [at(0, 0), at(12, 0), at(12, 8), at(0, 8)]
const linesOf = (svg: string) =>
  [...svg.matchAll(/points="([^"]+)"/g)].map(([, points = '']) => points.split(' ').map((spot) => spot.split(',').map(Number)))

test('everything fits in the drawing, north is up and the bar has the length it stands for', () => {
  const plan = planOf([driveway], [[at(-90, 4), at(6, 4), at(90, 60)]])
  const svg = plan?.svg ?? ''
  for (const [x = -1, y = -1] of linesOf(svg).flat()) {
    expect(x).toBeGreaterThanOrEqual(0)
    expect(x).toBeLessThanOrEqual(360)
    expect(y).toBeGreaterThanOrEqual(0)
    expect(y).toBeLessThanOrEqual(220)
  }
  const [, track = []] = linesOf(svg)
  const [west = [], , east = []] = track
  expect(east[1]).toBeLessThan(west[1] ?? 0)
  const pixelsPerMetre = ((east[0] ?? 0) - (west[0] ?? 0)) / 180
  expect(Number(/h([\d.]+)v-4/.exec(svg)?.[1]) / pixelsPerMetre).toBeCloseTo(plan?.barMetres ?? 0, 0)
})

test('areas without a track are drawn, and nothing is no drawing', () => {
  expect(planOf([driveway], [])?.svg).toContain('<polygon')
  expect(planOf([], [])).toBeNull()
})
