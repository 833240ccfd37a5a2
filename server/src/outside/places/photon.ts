// Photon (komoot): a search over OpenStreetMap that can be self-hosted. https://github.com/komoot/photon
import { addressKey } from '@bordee/core/addresses/address-key.ts'
import { type Place, place } from '@bordee/core/addresses/addresses.calls.ts'
import { provinceOf } from '@bordee/core/imports/provinces.ts'
import * as z from 'zod'
import type { Env } from '../../engine/env.ts'
import { askProvider } from '../ask-provider.ts'
import type { Places } from './places.ts'

const answer = z.object({
  features: z.array(
    z.object({
      geometry: z.object({ coordinates: z.tuple([z.number(), z.number()]) }),
      properties: z.object({
        countrycode: z.string().optional(),
        type: z.string().optional(),
        housenumber: z.string().optional(),
        street: z.string().optional(),
        name: z.string().optional(),
        city: z.string().optional(),
        state: z.string().optional(),
        postcode: z.string().optional(),
      }),
    }),
  ),
})

export function photon({ url }: Env['places']): Places {
  async function find(search: string): Promise<Place[]> {
    const address = new URL(`${url}/api`)
    address.searchParams.set('q', search)
    address.searchParams.set('lang', 'fr')
    address.searchParams.set('limit', '10')
    address.searchParams.set('bbox', '-141,41.6,-52.6,70') // Canada; results across the border are dropped below
    for (const layer of ['house', 'street']) address.searchParams.append('layer', layer)
    const found = await askProvider(address, answer)
    return (found?.features ?? []).flatMap(({ geometry, properties }) => {
      const street = properties.street ?? (properties.type === 'street' ? properties.name : undefined)
      if (properties.countrycode?.toUpperCase() !== 'CA' || !street || !properties.city) return []
      const [lng, lat] = geometry.coordinates
      return {
        civicNumber: properties.housenumber ?? null,
        apartment: null,
        street,
        city: properties.city,
        state: provinceOf(properties.state ?? '') ?? properties.state ?? '',
        country: 'CA',
        zip: properties.postcode ?? null,
        location: { lat, lng },
      }
    })
  }

  return {
    async suggest(_work, search) {
      const found = (await find(search)).map((one) => ({ placeId: written(one), description: describe(one) }))
      return found.filter(({ placeId }) => placeId.length <= longestId).slice(0, 8)
    },

    details: async (_work, placeId) => read(placeId),

    async locate(_work, { civicNumber, street, city, state, zip }) {
      if (!civicNumber) return undefined
      const found = await find(`${civicNumber} ${street}, ${city}, ${state ?? 'QC'} ${zip ?? ''}`.trim())
      return found.find(
        (one) =>
          one.civicNumber?.toUpperCase() === civicNumber.trim().toUpperCase() &&
          addressKey(one.street) === addressKey(street) &&
          addressKey(one.city) === addressKey(city),
      )?.location
    },
  }
}

const longestId = 400

/** Photon has no call for a single place: the suggestion's id carries the whole place. */
function written({ civicNumber, street, city, state, zip, location }: Place): string {
  return Buffer.from(JSON.stringify([civicNumber, street, city, state, zip, location.lat, location.lng])).toString('base64url')
}

function read(placeId: string): Place | undefined {
  try {
    const [civicNumber, street, city, state, zip, lat, lng] = JSON.parse(Buffer.from(placeId, 'base64url').toString()) as unknown[]
    return place.parse({ civicNumber, apartment: null, street, city, state, country: 'CA', zip, location: { lat, lng } })
  } catch {
    return undefined
  }
}

const describe = ({ civicNumber, street, city, state, zip }: Place) =>
  `${civicNumber ? `${civicNumber}, ` : ''}${street}, ${city} (${state})${zip ? ` ${zip}` : ''}`
