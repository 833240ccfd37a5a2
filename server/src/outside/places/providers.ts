// Address search while typing: in our gazetteer in PostgreSQL, or by an outside provider.
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
