import { describe, expect, test } from 'vitest'
import { asCard, brandOf, cardErrors, cardForm, passesLuhn } from './card.ts'

const today = '2026-11-15'
const visa = { name: 'Paule Tremblay', number: '4242424242424242', cvc: '123', expMonth: 4, expYear: 2027 }

test('a valid card has no errors', () => {
  expect(cardErrors(visa, today)).toEqual({})
  expect(cardErrors({ ...visa, expYear: 27 }, today)).toEqual({})
  expect(cardErrors({ ...visa, number: '378282246310005', cvc: '1234', expMonth: 12, expYear: 2030 }, today)).toEqual({})
})

describe('errors use the words of the form', () => {
  test.each([
    [{ number: '' }, { number: 'Ce champ est requis.' }],
    [{ number: '424242424242424' }, { number: 'Le numéro de carte doit contenir 16 chiffres.' }],
    [{ number: '4242424242424241' }, { number: 'Le numéro de carte est invalide.' }],
    [{ number: '４２４２424242424242' }, { number: 'Le numéro de carte doit contenir 16 chiffres.' }],
    [{ number: '37828224631000', cvc: '1234' }, { number: 'Le numéro de carte doit contenir 15 chiffres.' }],
    [{ number: '378282246310005', cvc: '123' }, { cvc: 'Le CVC doit contenir 4 chiffres.' }],
    [{ cvc: '12' }, { cvc: 'Le CVC doit contenir 3 chiffres.' }],
    [{ cvc: '' }, { cvc: 'Ce champ est requis.' }],
    [{ expMonth: 13 }, { expDate: 'Le mois doit être valide.' }],
    [{ expMonth: Number.NaN }, { expDate: 'Le mois doit être valide.' }],
    [{ expYear: Number.NaN }, { expDate: 'L’année doit être valide.' }],
    [{ expYear: 1999 }, { expDate: 'L’année doit être valide.' }],
    [{ expMonth: 10, expYear: 2026 }, { expDate: 'Cette carte est expirée.' }],
  ])('%j', (change, errors) => {
    expect(cardErrors({ ...visa, ...change }, today)).toEqual(errors)
  })
})

test('a card is valid until the end of its month', () => {
  expect(cardErrors({ ...visa, expMonth: 11, expYear: 2026 }, today)).toEqual({})
  expect(cardErrors({ ...visa, expMonth: 12, expYear: 2026 }, '2026-12-31')).toEqual({})
  expect(cardErrors({ ...visa, expMonth: 12, expYear: 2026 }, '2027-01-01')).not.toEqual({})
})

test('the form requires every field, then reports the same errors as the server', () => {
  const form = cardForm(() => today)
  const messages = (card: object) => form.safeParse(card).error?.issues.map(({ path, message }) => [path.join('.'), message])
  expect(messages({ name: '', number: '', expDate: '', cvc: '' })).toEqual([
    ['name', 'Ce champ est requis.'],
    ['number', 'Ce champ est requis.'],
    ['expDate', 'Ce champ est requis.'],
    ['cvc', 'Ce champ est requis.'],
  ])
  expect(messages({ name: 'P. Tremblay', number: visa.number, expDate: '13/27', cvc: '123' })).toEqual([
    ['expDate', 'Le mois doit être valide.'],
  ])
  expect(messages({ name: 'P. Tremblay', number: visa.number, expDate: '04/27', cvc: '123' })).toBeUndefined()
  expect(asCard({ name: 'P', number: visa.number, expDate: '04/27', cvc: '123' })).toMatchObject({ expMonth: 4, expYear: 27 })
})

test('brands and check digits', () => {
  expect(['4242424242424242', '5555555555554444', '2223003122003222', '378282246310005', '6011111111111117', '9'].map(brandOf)).toEqual([
    'visa',
    'mastercard',
    'mastercard',
    'amex',
    'discover',
    'unknown',
  ])
  expect(passesLuhn('4000000000000002')).toBe(true)
  expect(passesLuhn('4000000000000003')).toBe(false)
})
