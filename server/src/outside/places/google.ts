// Google: Places (New) while typing, Geocoding for folders.
// https://developers.google.com/maps/documentation/places/web-service
import { addressKey } from '@bordee/core/addresses/address-key.ts'
import * as z from 'zod'
import type { Env } from '../../engine/env.ts'
import { askProvider } from '../ask-provider.ts'
import type { Places } from './places.ts'

const predictions = z.object({
  suggestions: z
    .array(z.object({ placePrediction: z.object({ placeId: z.string(), text: z.object({ text: z.string() }) }).optional() }))
    .default([]),
})

const component = z.object({ longText: z.string().default(''), shortText: z.string().default(''), types: z.array(z.string()).default([]) })
const details = z.object({
  addressComponents: z.array(component).default([]),
  location: z.object({ latitude: z.number(), longitude: z.number() }),
})

const geocodes = z.object({
  status: z.enum(['OK', 'ZERO_RESULTS']), // a refused key shows here, with HTTP 200
  results: z
    .array(
      z.object({
        address_components: z.array(z.object({ long_name: z.string(), types: z.array(z.string()) })),
        geometry: z.object({ location: z.object({ lat: z.number(), lng: z.number() }), location_type: z.string() }),
      }),
    )
    .default([]),
})

export function google({ key, url, geocodingUrl }: Env['places']): Places {
  const headers = { 'content-type': 'application/json', 'x-goog-api-key': key }
  return {
    async suggest(_work, search, session) {
      const body = JSON.stringify({
        input: search,
        includedRegionCodes: ['ca'],
        languageCode: 'fr-CA',
        includedPrimaryTypes: ['street_address', 'premise', 'subpremise', 'route'],
        ...(session && { sessionToken: session }),
      })
      const answer = await askProvider(new URL(`${url}/v1/places:autocomplete`), predictions, { method: 'POST', headers, body })
      return (answer?.suggestions ?? []).flatMap(({ placePrediction }) =>
        placePrediction ? [{ placeId: placePrediction.placeId, description: placePrediction.text.text }] : [],
      )
    },

    async details(_work, placeId, session) {
      if (!/^[\w-]+$/.test(placeId)) return undefined
      const address = new URL(`${url}/v1/places/${encodeURIComponent(placeId)}`)
      address.searchParams.set('languageCode', 'fr-CA')
      if (session) address.searchParams.set('sessionToken', session)
      const answer = await askProvider(address, details, { headers: { ...headers, 'x-goog-fieldmask': 'addressComponents,location' } })
      if (!answer) return undefined
      const { addressComponents, location } = answer
      const part = (type: string) => addressComponents.find(({ types }) => types.includes(type))
      return {
        civicNumber: part('street_number')?.longText || null,
        apartment: part('subpremise')?.longText || null,
        street: part('route')?.longText ?? '',
        city: (part('locality') ?? part('sublocality') ?? part('administrative_area_level_3'))?.longText ?? '',
        state: part('administrative_area_level_1')?.shortText ?? '',
        country: part('country')?.shortText ?? 'CA',
        zip: part('postal_code')?.longText || null,
        location: { lat: location.latitude, lng: location.longitude },
      }
    },

    async locate(_work, { civicNumber, street, city, state, zip }) {
      if (!civicNumber) return undefined
      const address = new URL(`${geocodingUrl}/maps/api/geocode/json`)
      address.searchParams.set('address', `${civicNumber} ${street}, ${city}, ${state ?? 'QC'} ${zip ?? ''}`.trim())
      address.searchParams.set('components', 'country:CA')
      address.searchParams.set('language', 'fr-CA')
      address.searchParams.set('key', key)
      const answer = await askProvider(address, geocodes)
      const found = answer?.results.find(({ address_components, geometry }) => {
        const part = (type: string) => address_components.find(({ types }) => types.includes(type))?.long_name ?? ''
        return (
          ['ROOFTOP', 'RANGE_INTERPOLATED'].includes(geometry.location_type) &&
          part('street_number').toUpperCase() === civicNumber.trim().toUpperCase() &&
          addressKey(part('route')) === addressKey(street)
        )
      })
      return found?.geometry.location
    },
  }
}
