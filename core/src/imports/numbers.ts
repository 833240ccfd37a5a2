// Numbers as people write them in Québec: « 1 234,56 $ », « 1,234.56 », « (25,50) », « 2,5 % ».
import { type Answer, quoted } from './found.ts'

/** A comma alone is a decimal one: « 46,813 » is a latitude. */
export const readNumber = (text: string): Answer<number> => read(text, 'nombre', (digits) => digits.replace(/,(?=[^,]*$)/, '.'))

/** In an amount three digits after a comma are thousands: « 1,234 ». */
export const readAmount = (text: string): Answer<number> =>
  read(text, 'montant', (digits) => (/^\d{1,3}(,\d{3})+$/.test(digits) ? digits : digits.replace(/,(?=[^,]*$)/, '.')))

function read(text: string, what: string, point: (digits: string) => string): Answer<number> {
  const bare = text.replace(/[\s'’]|\$|%|cad/gi, '').replace(/[−–]/g, '-')
  const [, opened, sign, digits = '', after, closed] = /^(\()?([-+])?([\d.,]*\d[\d.,]*)(-)?(\))?$/.exec(bare) ?? []
  const isEnglish = digits.lastIndexOf('.') > digits.lastIndexOf(',')
  const plain = isEnglish ? digits.replace(/,/g, '') : point(digits.includes(',') ? digits.replace(/\./g, '') : digits)
  const value = Number(plain.replace(/,/g, ''))
  if (digits === '' || Boolean(opened) !== Boolean(closed) || Number.isNaN(value))
    return { problem: `${quoted(text)} n’est pas un ${what}.` }
  return { value: opened || sign === '-' || after ? -value : value }
}
