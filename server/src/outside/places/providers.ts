// Addresses found as one types: in the gazetteer that PostgreSQL holds, or by a provider of the outside world.
import type { Env } from '../../engine/env.ts'
import { gazetteer } from './gazetteer.ts'
import { google } from './google.ts'
import { photon } from './photon.ts'
import type { Places } from './places.ts'

export function placesOf({ places }: Env): Places {
  if (places.provider === 'google') return google(places)
  if (places.provider === 'photon') return photon(places)
  return gazetteer()
}
