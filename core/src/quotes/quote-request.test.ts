import { expect, test } from 'vitest'
import { quoteConfigChanges, quoteFields } from './quote-request.ts'

const at = { lat: 46.81, lng: -71.22 }
/** A square with sides of `side` metres, `north` metres north of the address. */
function square(side: number, north = 0) {
  const [lat, high] = [at.lat + north / 111_195, side / 111_195]
  const wide = high / Math.cos((at.lat * Math.PI) / 180)
  return [
    { lat, lng: at.lng },
    { lat, lng: at.lng + wide },
    { lat: lat + high, lng: at.lng + wide },
    { lat: lat + high, lng: at.lng },
  ]
}
const saidOf = (schema: typeof quoteFields | typeof quoteConfigChanges, value: unknown) =>
  Object.fromEntries((schema.safeParse(value).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]))

test('the location is checked before the other fields are filled in', () => {
  const boston = { lat: 42.36, lng: -71.06 }
  expect(saidOf(quoteFields, { address: 'Boston', location: boston }).address).toBe('Veuillez sélectionner l’un des résultats suggérés')
  const [a, b, c, d] = square(20)
  expect(saidOf(quoteFields, { location: at, polygon: [a, c, b, d] }).polygon).toBe('Le contour de l’entrée se croise.')
})

test.each([
  [square(20), undefined],
  [square(20, 2000), 'Le contour de l’entrée est trop loin de l’adresse.'],
  [square(0.1), 'Le contour de l’entrée est vide.'],
  [square(500), 'Le contour de l’entrée est trop grand.'],
])('a driveway is near its address, and of a plausible size', (polygon, message) => {
  expect(saidOf(quoteFields, { location: at, polygon }).polygon).toBe(message)
})

test('a sector is a region, not a country', () => {
  expect(saidOf(quoteConfigChanges, { polygon: square(150_000) })).toEqual({})
  expect(saidOf(quoteConfigChanges, { polygon: square(250_000) })).toEqual({
    polygon: 'Le secteur ne peut pas mesurer plus de 300\u00a0km d’un bout à l’autre.',
  })
})

test.each([
  ['https://Boreal.exemple/', 'https://boreal.exemple'],
  ['https://déneigement.exemple', 'https://xn--dneigement-b7a.exemple'],
  ['https://boreal.exemple:443', 'https://boreal.exemple'],
  ['https://boreal.exemple:8443', 'https://boreal.exemple:8443'],
  ['https://boreal.exemple:99999', undefined],
  ['https://a@boreal.exemple', undefined],
  ['https://boreal.exemple/?a', undefined],
  ['https://*.exemple', undefined],
  ['http://boreal.exemple', undefined],
])('a website is stored as browsers write its origin: %s', (typed, stored) => {
  expect(quoteConfigChanges.safeParse({ allowedOrigins: [typed] }).data?.allowedOrigins).toEqual(stored && [stored])
})

test('invisible characters are not a name', () => {
  const said = saidOf(quoteFields, { firstname: '\u200b\u2060\u200d', lastname: '\u3164' })
  expect(said).toMatchObject({ firstname: 'Ce champ est requis.', lastname: 'Ce champ est requis.' })
  expect(quoteFields.shape.firstname.parse('\u202eeno\u202c')).toBe('eno')
  expect(quoteFields.shape.firstname.parse('👩‍🌾 Ève')).toBe('👩‍🌾 Ève')
})
