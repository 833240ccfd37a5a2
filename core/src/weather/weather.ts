// The weather of a company, hour by hour (docs/product/weather.md).
import * as z from 'zod'
import { id, instant, named } from '../wire.ts'

/** `people`: someone typed it. */
export const weatherSources = ['people', 'open-meteo', 'environment-canada'] as const
export type WeatherSource = (typeof weatherSources)[number]

/** As each of them asks to be named wherever its figures are shown. */
export const weatherCredits: Record<WeatherSource, { name: string; credit: string | null; url: string | null }> = {
  people: { name: 'Notée sur place', credit: null, url: null },
  'open-meteo': { name: 'Open-Meteo', credit: 'Données météo de Open-Meteo.com (CC BY 4.0)', url: 'https://open-meteo.com/' },
  'environment-canada': {
    name: 'Environnement Canada',
    credit: 'Source\u00a0: Environnement et Changement climatique Canada',
    url: 'https://eccc-msc.github.io/open-data/licence/readme_fr/',
  },
}

/** At the hour: degrees and km/h. In the hour before it: centimetres and millimetres. Null: nobody knows, which is never 0. */
const tenth = (least: number, most: number) => {
  const message = `Entrez un nombre de ${least} à ${most}, avec au plus une décimale.`
  return z.number(message).min(least, message).max(most, message).multipleOf(0.1, message).nullable()
}
const figures = { temperature: tenth(-70, 60), snow: tenth(0, 100), rain: tenth(0, 300), wind: tenth(0, 400) }
export type Figures = { [K in keyof typeof figures]: number | null }
export const figureKeys = Object.keys(figures) as (keyof Figures)[]
/** Not one is known. */
export const isUnknown = (hour: Figures): boolean => figureKeys.every((key) => hour[key] === null)
export const noFigures: Figures = { temperature: null, snow: null, rain: null, wind: null }

const weatherHour = named(
  'WeatherHour',
  z.object({
    hour: instant,
    temperature: z.number().nullable(),
    snow: z.number().nullable(),
    rain: z.number().nullable(),
    wind: z.number().nullable(),
    /** Null in a gap. */
    source: z.enum(weatherSources).nullable(),
    receivedAt: instant.nullable(),
    /** Who typed some of it: that counts before the source. */
    userName: z.string().nullable(),
  }),
)
export type WeatherHour = z.infer<typeof weatherHour>

/** A place whose weather is recorded: the middle of the company, or a sector that is far from it. */
const weatherPlace = named(
  'WeatherPlace',
  z.object({
    /** Null for the middle of the company. */
    sectorId: id.nullable(),
    sectorName: z.string().nullable(),
    /** Every hour of the period that is over, in order; those without any figure too. */
    hours: z.array(weatherHour),
    /** From the first hour without any figure to the last. */
    gaps: z.array(z.object({ from: instant, to: instant })),
  }),
)
export type WeatherPlace = z.infer<typeof weatherPlace>

export const weather = named(
  'Weather',
  z.object({
    /** Where the server reads the weather; null: nowhere, people type it. */
    source: z.enum(weatherSources).nullable(),
    places: z.array(weatherPlace),
  }),
)
export type Weather = z.infer<typeof weather>

export const nothingTyped = 'Entrez au moins une valeur.'
/** What is missing stays as someone typed it before. */
export const typedHour = z
  .object({
    hour: instant,
    sectorId: id.nullish(),
    ...(Object.fromEntries(Object.entries(figures).map(([key, schema]) => [key, schema.optional()])) as {
      [K in keyof typeof figures]: z.ZodOptional<(typeof figures)[K]>
    }),
  })
  .refine((typed) => figureKeys.some((key) => typeof typed[key] === 'number'), { path: ['temperature'], message: nothingTyped })

/** Days that one call may ask for. */
export const mostWeatherDays = 31

/** Outside sources measure and compute: what no instrument could have read is unknown, like what is missing. */
export const plausible = (hour: Figures): Figures =>
  Object.fromEntries(
    figureKeys.map((key) => [key, figures[key].safeParse(hour[key] === null ? null : Math.round(hour[key] * 10) / 10).data ?? null]),
  ) as Figures
