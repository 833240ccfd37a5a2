// Numbers as people write them in Québec: « 1 234,56 $ », « 1,234.56 », « (25,50) », « 2,5 % ».
import { type Answer, quoted } from './found.ts'

/** A lone comma is a decimal comma: « 46,813 » is a latitude. */
export const readNumber = (text: string): Answer<number> => read(text, 'nombre', /^\d{1,3}(,\d{3}){2,}$/)

/** In an amount, three digits after a comma are thousands: « 1,234 ». */
export const readAmount = (text: string): Answer<number> => read(text, 'montant', /^\d{1,3}(,\d{3})+$/)

/** One decimal separator; the other character may group thousands. */
const written = /^(\d+([.,]\d*)?|[.,]\d+|\d{1,3}(,\d{3})+(\.\d*)?|\d{1,3}(\.\d{3})+,\d*)$/

function read(text: string, what: string, thousands: RegExp): Answer<number> {
  const bare = text.replace(/[\s'’]|\$|%|cad/gi, '').replace(/[−–]/g, '-')
  const whole = bare.replace(/([.,])-$/, '$1') // « 350,- » means no cents, not a negative amount
  const [, opened, sign, digits = '', after, closed] = /^(\()?([-+])?([\d.,]*\d[\d.,]*)(-)?(\))?$/.exec(whole) ?? []
  const isEnglish = digits.lastIndexOf('.') > digits.lastIndexOf(',') || thousands.test(digits)
  const value = Number(isEnglish ? digits.replace(/,/g, '') : digits.replace(/\./g, '').replace(',', '.'))
  if (!written.test(digits) || Boolean(opened) !== Boolean(closed) || Number.isNaN(value))
    return { problem: `${quoted(text)} n’est pas un ${what}.` }
  return { value: opened || sign === '-' || after ? -value : value }
}
