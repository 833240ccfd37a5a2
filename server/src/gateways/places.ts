// Addresses found as one types: in the gazetteer that PostgreSQL holds, or by a provider of the outside world.
import type { Env } from '../engine/env.ts'
import type { Places } from '../engine/outside/places.ts'
import { gazetteer } from './places.gazetteer.ts'
import { google } from './places.google.ts'
import { photon } from './places.photon.ts'

export function placesOf({ places }: Env): Places {
  if (places.provider === 'google') return google(places)
  if (places.provider === 'photon') return photon(places)
  return gazetteer()
}
