// A card as typed and as stored (docs/product/payments.md). Its number and CVC pass through; they are never stored,
// logged or returned.
import * as z from 'zod'
import type { IsoDate } from '../time.ts'
import { named, required, text } from '../wire.ts'

/** Amex has 15 digits and a 4-digit CVC; every other card here has 16 and 3. */
const shapeOf = (number: string) => (/^3[47]/.test(number) ? { digits: 15, cvc: 4 } : { digits: 16, cvc: 3 })

/** `cardErrors` reports missing values, per field. */
const digits = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => String(value ?? '').replace(/[\s-]/g, ''))
const typed = z
  .string()
  .nullish()
  .transform((value) => value?.trim() ?? '')
const wholeNumber = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value === null || value === undefined || value === '' ? Number.NaN : Number(value)))

/** A card number typed into the name field must not be stored. */
const holder = text(100).refine((name) => name.replace(/\D/g, '').length < 12, 'Veuillez entrer le nom qui figure sur la carte.')

/** On the wire. To the user, the two parts of the expiry are one field, `expDate`. */
export const cardFields = z.object({ name: typed, number: digits, cvc: digits, expMonth: wholeNumber, expYear: wholeNumber })
export type Card = z.output<typeof cardFields>

/** What may be shown of a saved card. */
export const paymentMethod = named(
  'PaymentMethod',
  z.object({
    id: z.string(),
    name: z.string(),
    brand: z.string(),
    last4: z.string(),
    expMonth: z.int(),
    expYear: z.int(),
    isDefault: z.boolean(),
  }),
)
export type PaymentMethod = z.infer<typeof paymentMethod>

type CardErrors = Partial<Record<'name' | 'number' | 'cvc' | 'expDate', string>>

/** What is wrong with a card, by form field. A card is valid through its month; `today` is a day of its holder's. */
export function cardErrors({ name, number, cvc, expMonth, expYear }: Card, today: IsoDate): CardErrors {
  const shape = shapeOf(number)
  const onlyDigits = (value: string, length: number) => new RegExp(`^\\d{${length}}$`).test(value)
  const errors: CardErrors = {}
  const named = holder.safeParse(name)
  if (!named.success) errors.name = named.error.issues[0]?.message ?? required
  if (!number) errors.number = required
  else if (!onlyDigits(number, shape.digits)) errors.number = `Le numéro de carte doit contenir ${shape.digits} chiffres.`
  else if (!passesLuhn(number)) errors.number = 'Le numéro de carte est invalide.'
  if (!cvc) errors.cvc = required
  else if (!onlyDigits(cvc, shape.cvc)) errors.cvc = `Le CVC doit contenir ${shape.cvc} chiffres.`
  const year = fullYear(expYear)
  if (Number.isNaN(expMonth) && Number.isNaN(expYear)) errors.expDate = required
  else if (!Number.isInteger(expMonth) || expMonth < 1 || expMonth > 12) errors.expDate = 'Le mois doit être valide.'
  else if (!Number.isInteger(year) || year < 2000 || year > 2199) errors.expDate = 'L’année doit être valide.'
  else if (`${year}-${String(expMonth).padStart(2, '0')}` < today.slice(0, 7)) errors.expDate = 'Cette carte est expirée.'
  return errors
}

/** 27 → 2027. */
export const fullYear = (year: number) => (year >= 0 && year < 100 ? 2000 + year : year)

/** The form holds the expiry as it is printed on the card, MM/AA. */
export const cardForm = (today: () => IsoDate) =>
  z
    .object({
      name: holder,
      number: z.string().min(1, required),
      expDate: z.string().min(1, required),
      cvc: z.string().min(1, required),
    })
    .superRefine((card, issues) => {
      const errors: Record<string, string> = cardErrors(asCard(card), today())
      for (const field of ['number', 'cvc', 'expDate'] as const)
        if (card[field] && errors[field]) issues.addIssue({ code: 'custom', path: [field], message: errors[field] })
    })
export type CardForm = z.infer<ReturnType<typeof cardForm>>

/** « 04/27 » → the two numbers sent on the wire; NaN where missing. */
export function asCard({ expDate, ...card }: CardForm): Card {
  const [month = '', year = ''] = expDate.split('/')
  return { ...card, expMonth: month ? Number(month) : Number.NaN, expYear: year ? Number(year) : Number.NaN }
}

/** The check digit: a mistyped number almost never passes. */
export function passesLuhn(number: string): boolean {
  const sum = Array.from(number)
    .toReversed()
    .reduce((total, char, i) => {
      const digit = Number(char) * (i % 2 ? 2 : 1)
      return total + (digit > 9 ? digit - 9 : digit)
    }, 0)
  return sum % 10 === 0
}

const brands: [pattern: RegExp, brand: string][] = [
  [/^4/, 'visa'],
  [/^(5[1-5]|2[2-7])/, 'mastercard'],
  [/^3[47]/, 'amex'],
  [/^(6011|64[4-9]|65)/, 'discover'],
]
export const brandOf = (number: string): string => brands.find(([pattern]) => pattern.test(number))?.[1] ?? 'unknown'

export const brandNames: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
}
