// What fell and how cold it was at a place, for any provider.
import type { Point } from '@bordee/core/geo.ts'
import type { Figures, WeatherSource } from '@bordee/core/weather/weather.ts'

export interface ObservedHour extends Figures {
  /** The hour, in milliseconds: what fell did in the hour before it. */
  at: number
}

export interface WeatherGateway {
  /** Null: there is no outside source, people type what they read. */
  source: WeatherSource | null
  /** The hours from `from` to `to`, both included. An hour that the provider doesn't have is absent; a figure, null. */
  hours(point: Point, from: number, to: number): Promise<ObservedHour[]>
}

/** The provider doesn't answer, refuses us or says something else. The message is ours and holds no key. */
export class WeatherUnavailable extends Error {}
