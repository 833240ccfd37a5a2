import type { Env } from '../../engine/env.ts'
import { environmentCanada } from './environment-canada.ts'
import { openMeteo } from './open-meteo.ts'
import type { WeatherGateway } from './weather.ts'

/** The embedded one: no outside source. The weather is what people type. */
export const readByPeople: WeatherGateway = { source: null, hours: async () => [] }

export function weatherOf({ weather }: Env): WeatherGateway {
  if (weather.provider === 'open-meteo') return openMeteo(weather)
  if (weather.provider === 'environment-canada') return environmentCanada(weather)
  return readByPeople
}
