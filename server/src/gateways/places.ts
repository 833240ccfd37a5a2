// Addresses of Canada, found as one types: in the gazetteer that PostgreSQL holds, or by a provider of the outside world.
import type { Place, Suggestion } from '@bordee/core/addresses/addresses.calls.ts'
import type { Point } from '@bordee/core/geo.ts'
import { Problem } from '@bordee/core/problem.ts'
import * as z from 'zod'
import type { Work } from '../ctx.ts'
import type { Env } from '../env.ts'
import { gazetteer } from './places.gazetteer.ts'
import { google } from './places.google.ts'
import { photon } from './places.photon.ts'

/** An address as it stands in a folder, to be found on the map. */
export interface WrittenAddress {
  civicNumber: string | null
  street: string
  city: string
  state?: string | null
  zip?: string | null
}

export interface Places {
  /** `session` joins the questions of one person about one address: providers bill them together. */
  suggest(work: Work, search: string, session?: string): Promise<Suggestion[]>
  details(work: Work, placeId: string, session?: string): Promise<Place | undefined>
  /** Where this very house stands; undefined rather than a neighbour or a street with a similar name. */
  locate(work: Work, address: WrittenAddress): Promise<Point | undefined>
}

export function placesOf({ places }: Env): Places {
  if (places.provider === 'google') return google(places)
  if (places.provider === 'photon') return photon(places)
  return gazetteer()
}

const patienceMs = 3000

/**
 * What a provider answers, undefined for what it does not know. Why it failed is for us to find out: one reads what to do instead. The
 * key travels in the headers or in the address, which are never logged.
 */
export async function askProvider<T>(url: URL, shape: z.ZodType<T>, init: RequestInit = {}): Promise<T | undefined> {
  try {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(patienceMs) })
    if (answer.status === 404) return undefined
    if (!answer.ok) throw new Error(`answered ${answer.status}`)
    return shape.parse(await answer.json())
  } catch (error) {
    const why = error instanceof z.ZodError ? 'answered something else' : error instanceof Error ? error.message : ''
    console.error(`Adresses : ${url.host} ${why}`)
    throw new Problem(503, 'La recherche d’adresses ne répond pas. Réessayez dans un instant, ou placez le point sur la carte.')
  }
}
