// A season in centimetres (docs/product/season.md).
import * as z from 'zod'
import { ceilingUsage } from '../contracts/usage.ts'
import { weatherSources } from '../weather/weather.ts'
import { id, named } from '../wire.ts'

export const seasonSnowfall = named(
  'SeasonSnowfall',
  z.object({
    /** The first year. */
    year: z.int(),
    /** Centimetres that people read in its snow operations; null if nobody read any. */
    snow: z.number().nullable(),
    /** Complete and final ones. */
    passes: z.int(),
    sectors: z.array(z.object({ sectorId: id, name: z.string(), snow: z.number().nullable(), passes: z.int() })),
    /** The recorded weather at the middle of the company; days without any figure are absent. */
    days: z.array(
      z.object({
        day: z.iso.date(),
        /** What fell on it; null if no hour says. */
        snow: z.number().nullable(),
        lowest: z.number().nullable(),
        highest: z.number().nullable(),
        /** Hours of it that have a figure. */
        hours: z.int(),
      }),
    ),
    sources: z.array(z.enum(weatherSources)),
    /** Signed contracts with a ceiling, the most used first; null for who doesn't see contracts. */
    contracts: z.array(ceilingUsage).nullable(),
  }),
)

/** What a client reads of the season at a site of theirs, if its company shows it. */
export const ownSeason = named(
  'OwnSeason',
  z.object({
    siteId: id,
    siteName: z.string(),
    companyName: z.string(),
    year: z.int(),
    /** Centimetres; null if nobody read any there. */
    snow: z.number().nullable(),
  }),
)
export type OwnSeason = z.infer<typeof ownSeason>

export type SeasonSnowfall = z.infer<typeof seasonSnowfall>
