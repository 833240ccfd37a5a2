// The weather of a dossier: where each figure comes from, and who typed those that people typed.
import { type WeatherHour, weatherCredits } from '@bordee/core/weather/weather.ts'
import type { WrittenHour } from '../weather/weather.queries.ts'
import type { WeatherFacts } from './site-facts.ts'

const shown = ['temperature', 'snow', 'rain'] as const
type Shown = (typeof shown)[number]

export interface WeatherWords {
  hours: readonly WeatherHour[]
  /** « (1) » after figures that someone typed, or nothing if everything comes from the same one. */
  typedMark(hours: readonly (WeatherHour | undefined)[], keys?: readonly Shown[]): string
  credits: string[]
}

export function weatherWords({ hours, written, sectorName }: WeatherFacts): WeatherWords {
  const typists = new Map([...Map.groupBy(written, ({ hour }) => +hour)].map(([hour, rows]) => [hour, typistsOf(rows)]))
  const names = [...new Set([...typists.values()].flatMap((of) => shown.flatMap((key) => of[key] ?? [])))]
  const sources = [...new Set(hours.flatMap(({ source }) => source ?? []))].filter((source) => source !== 'people')
  const isMixed = names.length + sources.length > 1
  const place = sectorName ? `du secteur ${sectorName}` : 'au centre du territoire de la compagnie'
  return {
    hours,
    typedMark(some, keys: readonly Shown[] = shown) {
      const own = new Set(some.flatMap((hour) => keys.flatMap((key) => (hour && typists.get(Date.parse(hour.hour))?.[key]) ?? [])))
      const numbers = names.flatMap((name, i) => (own.has(name) ? i + 1 : []))
      return isMixed && numbers.length > 0 ? `\u00a0(${numbers.join(', ')})` : ''
    },
    credits: [
      ...(names.length + sources.length === 0
        ? ['Aucune météo n’a été enregistrée d’heure en heure dans cette période.']
        : [`Météo ${place}, heure par heure. Un tiret\u00a0: non connu.`]),
      ...sources.map((source) => weatherCredits[source].credit ?? weatherCredits[source].name),
      ...names.map((name, i) => `${isMixed ? `(${i + 1}) ` : ''}${weatherCredits.people.name} par ${name}`),
    ],
  }
}

/** What someone types later is added to what others typed of the hour: each figure is of the one who gave it. */
function typistsOf(rows: readonly WrittenHour[]): Partial<Record<Shown, string>> {
  const typists: Partial<Record<Shown, string>> = {}
  let before: WrittenHour | undefined
  for (const row of rows.filter(({ userName }) => userName !== null)) {
    for (const key of shown) if (row[key] !== null && row[key] !== before?.[key]) typists[key] = row.userName ?? ''
    before = row
  }
  return typists
}
