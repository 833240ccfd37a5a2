// Rules about hours of weather: what fell, by the depth on the ground; what is missing; what an operation's reading would be.
import type { Reading } from '../operations/operation.ts'
import { isUnknown, type WeatherHour, type WeatherSource } from './weather.ts'

export const hourMs = 3_600_000
/** The hour that an instant is in. */
export const hourOf = (at: number): number => Math.floor(at / hourMs) * hourMs

const tenths = (value: number) => Math.round(value * 10) / 10

/**
 * The snow of each hour from the depth at each hour: what it grew by. Snow that settles or melts is no snowfall, so less is 0.
 * Without the depth at both ends nobody knows.
 */
export function snowfallOf(depths: readonly (number | null)[]): (number | null)[] {
  return depths.map((depth, i) => {
    const before = depths[i - 1] ?? null
    return depth === null || before === null ? null : tenths(Math.max(0, depth - before))
  })
}

/** Each run of hours without any figure. */
export function gapsOf(hours: readonly WeatherHour[]): { from: string; to: string }[] {
  const gaps: { from: string; to: string }[] = []
  for (const [i, hour] of hours.entries()) {
    if (!isUnknown(hour)) continue
    const before = hours[i - 1]
    const last = gaps.at(-1)
    if (last && before && isUnknown(before)) last.to = hour.hour
    else gaps.push({ from: hour.hour, to: hour.hour })
  }
  return gaps
}

export interface Proposal {
  amount: number
  source: WeatherSource
  /** When the last figure was taken. */
  at: string
  /** Hours without a figure, since the beginning. */
  missing: number
}

/** What the recorded weather would put in a reading: the snow since a beginning, or the last temperature. */
export function proposalOf(kind: Reading['kind'], hours: readonly WeatherHour[], since: number): Proposal | null {
  const key = kind === 'depth' ? 'snow' : 'temperature'
  // The hour in which an operation opens began before it: a part of its snow had fallen.
  const counted = hours.filter(({ hour }) => Date.parse(hour) > since)
  const known = counted.filter((hour) => hour[key] !== null)
  const last = known.at(-1)
  if (!last?.source) return null
  const missing = kind === 'depth' ? counted.length - known.length : 0
  const amount = kind === 'depth' ? known.reduce((sum, { snow }) => sum + (snow ?? 0), 0) : (last.temperature ?? 0)
  return { amount: tenths(amount), source: last.source, at: last.hour, missing }
}
