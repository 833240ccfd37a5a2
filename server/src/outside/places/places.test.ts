import { createServer, type IncomingMessage } from 'node:http'
import { addressCalls } from '@bordee/core/addresses/addresses.calls.ts'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { openTestServer } from '../../testing/server.ts'

// A fake of the providers; `mood` says how it behaves.
let mood: 'well' | 'badly' | 'silent' | 'gone' | 'nonsense' | 'otherwise' = 'well'
const asked: { url: URL; headers: IncomingMessage['headers']; body: string }[] = []
const provider = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => (body += String(chunk)))
  request.on('end', () => {
    const url = new URL(request.url ?? '', 'http://provider')
    asked.push({ url, headers: request.headers, body })
    if (mood === 'silent') return
    if (mood === 'gone') return void request.socket.destroy()
    if (mood === 'otherwise') return void response.end('{"suggestions":4,"features":{}}')
    if (mood === 'badly') response.statusCode = 500
    response.setHeader('content-type', 'application/json')
    const answer = answers.find(([path]) => path.test(url.pathname))?.[1]
    if (!answer) response.statusCode = 404
    response.end(mood === 'nonsense' ? '<html>' : JSON.stringify(answer ?? {}))
  })
})
await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
afterAll(() => {
  provider.closeAllConnections()
  provider.close()
})
beforeEach(() => {
  mood = 'well'
  asked.length = 0
})

const component = (type: string, text: string, short = text) => ({ types: [type, 'political'], longText: text, shortText: short })
const feature = (properties: object, [lng, lat] = [-71.2195, 46.8122]) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [lng, lat] },
  properties: { countrycode: 'CA', type: 'house', city: 'Québec', state: 'Québec', ...properties },
})
const answers: [RegExp, unknown][] = [
  [
    /places:autocomplete$/,
    {
      suggestions: [
        { placePrediction: { placeId: 'ChIJ1', text: { text: '500 Rue Saint-Jean, Québec, QC, Canada' } } },
        { queryPrediction: {} },
        { placePrediction: { placeId: 'ChIJ2', text: { text: '500 Rue Saint-Jean, Québec, QC, Canada' } } },
      ],
    },
  ],
  [
    /places\/ChIJ1$/,
    {
      addressComponents: [
        component('street_number', '500'),
        component('route', 'Rue Saint-Jean'),
        component('locality', 'Québec'),
        component('administrative_area_level_1', 'Québec', 'QC'),
        component('country', 'Canada', 'CA'),
        component('postal_code', 'G1R 1P8'),
      ],
      location: { latitude: 46.8122, longitude: -71.2195 },
    },
  ],
  [
    /geocode\/json$/,
    {
      status: 'OK',
      results: [
        {
          address_components: [
            { long_name: '500', types: ['street_number'] },
            { long_name: 'Rue Saint-Jean', types: ['route'] },
          ],
          geometry: { location: { lat: 46.8122, lng: -71.2195 }, location_type: 'ROOFTOP' },
        },
      ],
    },
  ],
  [
    /^\/api$/,
    {
      type: 'FeatureCollection',
      features: [
        feature({ housenumber: '500', street: 'Rue Saint-Jean', postcode: 'G1R 1P8' }),
        feature({ type: 'street', name: 'Rue Saint-Jean', state: 'Quebec' }),
        feature({ housenumber: '500', street: 'Saint John Street', countrycode: 'US' }),
      ],
    },
  ],
]

const { port } = provider.address() as { port: number }
const url = `http://127.0.0.1:${port}`
const houses = {
  google: await openTestServer({ PLACES: 'google', GOOGLE_MAPS_KEY: 'k-secret', PLACES_URL: url, GOOGLE_GEOCODING_URL: url }),
  photon: await openTestServer({ PLACES: 'photon', PLACES_URL: `${url}/` }),
}

test('google suggests within Canada, in one session with the details', async () => {
  const { anyone } = houses.google
  const [first, ...others] = await anyone(addressCalls.suggestAddresses, { search: '500 rue st-jean', sessionToken: 's1' })
  expect(first).toEqual({ placeId: 'ChIJ1', description: '500 Rue Saint-Jean, Québec, QC, Canada' })
  expect(others).toEqual([])
  expect(JSON.parse(asked[0]?.body ?? '')).toMatchObject({ input: '500 rue st-jean', includedRegionCodes: ['ca'], sessionToken: 's1' })
  expect(asked[0]?.headers['x-goog-api-key']).toBe('k-secret')

  const place = await anyone(addressCalls.getAddress, { placeId: 'ChIJ1', sessionToken: 's1' })
  expect(place).toEqual({
    civicNumber: '500',
    apartment: null,
    street: 'Rue Saint-Jean',
    city: 'Québec',
    state: 'QC',
    country: 'CA',
    zip: 'G1R 1P8',
    location: { lat: 46.8122, lng: -71.2195 },
  })
  expect(asked[1]?.url.searchParams.get('sessionToken')).toBe('s1')
  expect((await anyone.raw(addressCalls.getAddress, { placeId: 'other', sessionToken: 's1' })).status).toBe(404)
})

test('photon suggests within Canada, and its suggestions can be chosen', async () => {
  const { anyone } = houses.photon
  const found = await anyone(addressCalls.suggestAddresses, { search: '500 rue st-jean' })
  expect(found.map(({ description }) => description)).toEqual(['500, Rue Saint-Jean, Québec (QC) G1R 1P8', 'Rue Saint-Jean, Québec (QC)'])
  expect(asked[0]?.url.searchParams.get('q')).toBe('500 rue st-jean')

  const place = await anyone(addressCalls.getAddress, { placeId: found[0]?.placeId ?? '', sessionToken: 'x' })
  expect(place).toMatchObject({ civicNumber: '500', street: 'Rue Saint-Jean', city: 'Québec', state: 'QC', zip: 'G1R 1P8' })
  for (const placeId of ['x', 'W10', 'WzEsMiwzLDQsNSw2LDdd'])
    expect((await anyone.raw(addressCalls.getAddress, { placeId, sessionToken: 'x' })).status).toBe(404)
})

test.each(['google', 'photon'] as const)('%s locates exactly the house or nothing', async (name) => {
  const locate = (civicNumber: string, street: string) =>
    houses[name].work((work) => work.gateways.places.locate(work, { civicNumber, street, city: 'Québec', state: 'QC' }))
  expect(await locate('500', 'rue St-Jean')).toEqual({ lat: 46.8122, lng: -71.2195 })
  expect(await locate('501', 'rue St-Jean')).toBeUndefined()
  expect(await locate('500', 'rue Saint-Joseph')).toBeUndefined()
})

test.each(
  (['google', 'photon'] as const).flatMap((name) =>
    (['badly', 'silent', 'gone', 'nonsense', 'otherwise'] as const).map((how) => [name, how] as const),
  ),
)('when %s answers %s the user reads what to do, and the key is not logged', async (name, how) => {
  mood = how
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { status, body } = await houses[name].anyone.raw(addressCalls.suggestAddresses, { search: '500 rue st-jean' })
  expect({ status, body }).toMatchObject({ status: 503, body: { message: expect.stringContaining('placez le point sur la carte') } })
  expect(JSON.stringify(log.mock.calls)).not.toContain('k-secret')
  log.mockRestore()
})

test('google without a key is refused at startup', async () => {
  await expect(openTestServer({ PLACES: 'google' })).rejects.toThrow('GOOGLE_MAPS_KEY est requis avec PLACES=google')
})
