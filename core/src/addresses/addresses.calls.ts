import * as z from 'zod'
import { call, slice } from '../call.ts'
import { named, point } from '../wire.ts'

export const suggestion = named('AddressSuggestion', z.object({ placeId: z.string(), description: z.string() }))
export type Suggestion = z.infer<typeof suggestion>

export const place = named(
  'Address',
  z.object({
    civicNumber: z.string().nullable(),
    apartment: z.string().nullable(),
    street: z.string(),
    city: z.string(),
    state: z.string(),
    country: z.string(),
    zip: z.string().nullable(),
    location: point,
  }),
)
export type Place = z.infer<typeof place>

export const addressCalls = slice('addresses', {
  suggestAddresses: call('POST /addresses/suggestions', {
    who: 'anyone',
    input: { search: z.string().max(200), sessionToken: z.string().max(100).optional() },
    limits: [{ by: 'address', max: 600, seconds: 600 }],
    returns: z.array(suggestion),
    summary: 'Canadian addresses that look like the search text',
  }),

  getAddress: call('GET /addresses/details/:placeId/:sessionToken', {
    who: 'anyone',
    input: { placeId: z.string().max(200), sessionToken: z.string().max(100) },
    limits: [{ by: 'address', max: 600, seconds: 600 }],
    returns: place,
    summary: 'The whole address behind a suggestion, with its location',
  }),
})
