import * as z from 'zod'
import { call, slice } from '../call.ts'
import { named, point } from '../wire.ts'

const suggestion = named('AddressSuggestion', z.object({ placeId: z.string(), description: z.string() }))
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

/** The zoom levels of the tiles that draw a town: long streets from afar, all streets, and houses up close. */
export const townZooms = { longStreets: 10, streets: 12, houses: 15 } as const

const drawnStreet = named('DrawnStreet', z.object({ name: z.string(), metres: z.int(), line: z.array(z.tuple([z.number(), z.number()])) }))
export type DrawnStreet = z.infer<typeof drawnStreet>

const drawnHouse = named(
  'DrawnHouse',
  z.object({
    civicNumber: z.string(),
    at: z.tuple([z.number(), z.number()]),
    bearing: z.int().nullable().meta({ description: 'The direction of its street, in degrees; null where it is not known' }),
  }),
)
export type DrawnHouse = z.infer<typeof drawnHouse>

const tileNumber = (zoom: number) =>
  z.coerce
    .number()
    .int()
    .min(0)
    .max(2 ** zoom - 1)
const streetTile = tileNumber(townZooms.streets)
const houseTile = tileNumber(townZooms.houses)

export const addressCalls = slice('addresses', {
  suggestAddresses: call('POST /addresses/suggestions', {
    who: 'anyone',
    input: { search: z.string().max(200), sessionToken: z.string().max(100).optional() },
    outside: true,
    limits: [{ by: 'address', max: 600, seconds: 600 }],
    returns: z.array(suggestion),
    summary: 'Canadian addresses that look like the search text',
  }),

  getAddress: call('GET /addresses/details/:placeId/:sessionToken', {
    who: 'anyone',
    input: { placeId: z.string().max(400), sessionToken: z.string().max(100) },
    outside: true,
    limits: [{ by: 'address', max: 600, seconds: 600 }],
    returns: place,
    summary: 'The full address of a suggestion, with its location',
  }),

  listStreets: call('GET /addresses/streets/:zoom/:x/:y', {
    who: 'anyone',
    input: { zoom: z.enum(['10', '12']), x: streetTile, y: streetTile },
    limits: [{ by: 'address', max: 1200, seconds: 600 }],
    returns: z.array(drawnStreet),
    summary: 'The streets of the gazetteer that cross a tile of the map, as [longitude, latitude] lines',
  }),

  listHouses: call('GET /addresses/houses/:x/:y', {
    who: 'anyone',
    input: { x: houseTile, y: houseTile },
    limits: [{ by: 'address', max: 1200, seconds: 600 }],
    returns: z.array(drawnHouse),
    summary: 'The houses of the gazetteer in a tile of the map at zoom 15, as [longitude, latitude]',
  }),
})
