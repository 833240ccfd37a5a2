import type { Point } from '@bordee/core/geo.ts'
import { quoteFields } from '@bordee/core/quotes/quote-request.ts'
import { expect, test } from 'vitest'
import { addressText, byField, changed, checked, type Draft, firstWrong, ofStep, readDraft } from './draft.ts'
import { maskPhone } from './maskPhone.ts'

const filled: Draft = {
  ...readDraft(null),
  requestId: '01980000-0000-7000-8000-000000000001',
  isTried: false,
  step: 2,
  address: '500, rue Saint-Jean, Québec, QC G1R 1P8',
  location: { lat: 46.81, lng: -71.22 },
  addressParts: {
    civicNumber: '500',
    apartment: null,
    street: 'rue Saint-Jean',
    city: 'Québec',
    state: 'QC',
    country: 'CA',
    zip: 'G1R 1P8',
  },
  size: 'double',
  slope: 'flat',
  coating: 'asphalt',
  wantAlerts: true,
  firstname: 'Hélène',
  lastname: 'Côté',
  email: 'Helene@exemple.ca',
  phone: '(418) 555-0142',
}
const problemsOf = (changes: Partial<Draft>) => {
  const found = checked({ ...filled, ...changes })
  return 'problems' in found ? found.problems : {}
}

test('a draft begins with nothing in every field of the schema', () => {
  const { requestId: _, isTried, step, ...fields } = readDraft(null)
  expect({ isTried, step }).toEqual({ isTried: false, step: 0 })
  expect(Object.keys(fields)).toEqual(Object.keys(quoteFields.shape))
  expect(fields).toMatchObject({ firstname: '', size: '', additionalInformation: '', hasTempo: false, location: null, polygon: null })
})

test('a complete draft is sent in the form that the server stores', () => {
  expect(checked(filled)).toMatchObject({ quote: { email: 'helene@exemple.ca', phone: '4185550142', additionalInformation: null } })
  expect(checked(filled)).not.toHaveProperty('quote.requestId')
})

test.each([
  ['address', { address: '', location: null, addressParts: null }, 'Veuillez sélectionner l’un des résultats suggérés'],
  ['address', { location: { lat: 42.36, lng: -71.06 } }, 'Veuillez sélectionner l’un des résultats suggérés'],
  ['size', { size: '' }, 'Ce champ est requis.'],
  ['slope', { slope: '' }, 'Ce champ est requis.'],
  ['coating', { coating: '' }, 'Ce champ est requis.'],
  ['firstname', { firstname: ' ' }, 'Ce champ est requis.'],
  ['lastname', { lastname: 'x'.repeat(36) }, 'Ce champ ne doit pas comporter plus de 35 caractères.'],
  ['email', { email: 'helene@' }, 'Veuillez entrer un courriel valide'],
  ['phone', { phone: '(418) 555-014' }, 'Veuillez entrer un numéro de téléphone valide.'],
  ['additionalInformation', { additionalInformation: 'x'.repeat(2001) }, 'Ce champ ne doit pas comporter plus de 2000 caractères.'],
])('%s: a wrong value gets our own message', (field, changes, message) => {
  expect(problemsOf(changes)).toEqual({ [field]: message })
})

test('a change makes it another request once it may have been received; otherwise it stays the same one', () => {
  const tried = { ...filled, isTried: true }
  expect(changed(filled, { phone: '4185550143' })).toMatchObject({ requestId: filled.requestId, phone: '4185550143' })
  const corrected = changed(tried, { phone: '4185550143' })
  expect(corrected).toMatchObject({ phone: '4185550143', isTried: false })
  expect(corrected.requestId).not.toBe(filled.requestId)
})

test('a wrong place is reported before the other fields are filled in', () => {
  const early: Partial<Draft> = { size: '', slope: '', coating: '', firstname: '', lastname: '', email: '', phone: '' }
  const wrong = problemsOf({ ...early, location: { lat: 42.36, lng: -71.06 } })
  expect(ofStep(wrong, 0)).toEqual({ address: 'Veuillez sélectionner l’un des résultats suggérés' })
  const [a, b, c, d] = [
    [46.81, -71.22],
    [46.81, -71.2199],
    [46.8101, -71.2199],
    [46.8101, -71.22],
  ].map(([lat = 0, lng = 0]) => ({ lat, lng })) as [Point, Point, Point, Point]
  expect(ofStep(problemsOf({ ...early, polygon: [a, c, b, d] }), 0)).toEqual({ polygon: 'Le contour de l’entrée se croise.' })
})

test('the user is sent back to the first step with an error', () => {
  const problems = problemsOf({ email: '', coating: '' })
  expect(firstWrong(problems)).toBe(1)
  expect(ofStep(problems, 2)).toEqual({ email: 'Ce champ est requis.' })
  expect(firstWrong(problemsOf({}))).toBeUndefined()
})

test('an error in a part of the address shows once, at the address', () => {
  const said = [
    ['addressParts.zip', 'Veuillez entrer un code postal valide.'],
    ['location.lat', 'Trop loin'],
  ] as const
  expect(byField(said)).toEqual({ address: 'Veuillez entrer un code postal valide.' })
})

test('an address is written as on an envelope', () => {
  expect(filled.addressParts && addressText({ ...filled.addressParts, apartment: '4' })).toBe(
    '500, rue Saint-Jean, app. 4, Québec, QC G1R 1P8',
  )
})

test.each([
  ['', ''],
  ['4', '(4'],
  ['418', '(418'],
  ['4185', '(418) 5'],
  ['418555', '(418) 555'],
  ['4185550', '(418) 555-0'],
  ['+1 418.555.0142', '(418) 555-0142'],
  ['(418) 555-01429', '(418) 555-0142'],
])('a phone number is masked as it is typed: %s', (typed, masked) => {
  expect(maskPhone(typed)).toBe(masked)
})
