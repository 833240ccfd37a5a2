// Splits cells that hold several fields: a full address, a full name.
import { fold } from '../text.ts'
import { type Answer, quoted } from './found.ts'
import { countryOf, provinceOf } from './provinces.ts'

export interface AddressParts {
  civicNumber?: string
  street?: string
  apartment?: string
  city?: string
  state?: string
  zip?: string
  country?: string
}

const postal = /[\s,]*\b([a-z]\d[a-z])[\s-]?(\d[a-z]\d)\b[\s,]*$/i
const unit = /^(?:app(?:artement|t)?|apt|bureau|bur|suite|unit[eé]?|local|porte|#)[\s.#:]*(\S.{0,19})$/i
const unitAtEnd = /[\s,]+(?:app(?:artement|t)?\.?|apt\.?|suite|unit[eé]?|local|#)\s*#?(\w{1,10})$/i

/** « 123, rue Saint-Jean, app. 4, Québec (QC) G1R 1P8 ». A comma or line break must separate street and city. */
export function splitAddress(text: string): Answer<AddressParts> {
  const parts: AddressParts = {}
  let rest = text.replace(/\s*[\r\n]+\s*/g, ', ').trim()
  const cut = (found: RegExpExecArray | null) => {
    if (found) rest = `${rest.slice(0, found.index)}${rest.slice(found.index + found[0].length)}`.replace(/[\s,]+$/, '')
    return found
  }
  const cutCountry = () => {
    const found = /,\s*([^,]+)$/.exec(rest)
    const country = countryOf(found?.[1] ?? '')
    if (!country) return
    parts.country = country
    cut(found)
  }
  cutCountry()
  const code = cut(postal.exec(rest))
  if (code && !parts.country) cutCountry() // « QC, Canada, G1R 1P8 »
  if (code) parts.zip = `${code[1]} ${code[2]}`.toUpperCase()
  const letters = /\s*\(([^)]+)\)$/.exec(rest) ?? /[\s,]+([a-z]\.?[a-z]\.?)$/i.exec(rest)
  const province = provinceOf(letters?.[1] ?? '')
  if (province) {
    parts.state = province
    cut(letters)
  }
  const pieces = rest
    .split(',')
    .map((piece) => piece.trim())
    .filter(Boolean)
  readNumber(pieces, parts)
  const units = pieces.findIndex((piece, i) => i > 0 && unit.test(piece))
  if (units > 0) parts.apartment = unit.exec(pieces.splice(units, 1)[0] ?? '')?.[1] ?? ''
  // « Québec » alone is the city; the province would follow it.
  const named = pieces.length > 2 ? provinceOf(pieces.at(-1) ?? '') : undefined
  if (named) {
    parts.state = named
    pieces.pop()
  }
  if (pieces.length > 1) parts.city = pieces.pop() ?? ''
  let street = pieces.join(', ')
  const last = parts.apartment ? null : unitAtEnd.exec(street)
  if (last?.[1]) {
    parts.apartment = last[1]
    street = street.slice(0, last.index)
  }
  if (!/\p{L}/u.test(street)) return { problem: `${quoted(text)} n’a pas de rue.` }
  if (!parts.city && (parts.zip || parts.state)) return { problem: `${quoted(text)}\u00a0: mettez une virgule entre la rue et la ville.` }
  return { value: { ...parts, street } }
}

/** « 12 », « 12A », « 12-14 », « 12 à 18 », « 12 1/2 », « 12½ »; and « 20 - 4e Avenue » is number 20. */
const numbered = /^(\d+(?:[-/]\d+|\sà\s\d+|\s1\/2|\s?½)?\s?[a-z]?(?:[-/]\w{1,4})?)(?:(?:\s+[-–]\s*|\s+)(.+))?$/i

/** A separate number, or one before the street; « 18e Rue » has none. */
function readNumber(pieces: string[], parts: AddressParts) {
  const [, number = '', street = ''] = numbered.exec(pieces[0] ?? '') ?? []
  if (!number || /^\d+\s?(e|er|re|st|nd|th)$/i.test(number)) return
  parts.civicNumber = number
  if (street) pieces[0] = street
  else pieces.shift()
}

const titles = new Set(['m', 'mme', 'mlle', 'mr', 'mrs', 'ms', 'dr', 'dre', 'me'])
const firm = /\b(inc|ltee|ltd|enr|senc|copropriete|syndicat|condos?)\b/

export interface Person {
  firstName?: string
  lastName?: string
}

/**
 * « Côté, Hélène » or « Hélène Côté ». A single word or a firm's name counts as the family name. « Mme Hélène » and «
 * Luc & Marie » are first names before the family name.
 */
export function splitName(text: string): Person {
  if (firm.test(fold(text))) return { lastName: text.trim() }
  const [last = '', first] = text.split(',').map((part) => part.trim())
  if (first) return { firstName: first, lastName: last }
  const words = last.split(/\s+/)
  const joined = words.findIndex((word) => isAnd.test(word))
  const hasTitle = titles.has(fold(words[0] ?? '', { punctuation: 'drop' })) && words.length > 2
  const firsts = joined > 0 ? joined + 2 : hasTitle ? 2 : 1
  const lastName = words.slice(firsts).join(' ')
  return lastName ? { firstName: words.slice(0, firsts).join(' '), lastName } : { lastName: last }
}
const isAnd = /^(&|et|and|\+)$/i

/** « Luc et Marie » Tremblay, or « Jean Roy et Lise » Côté, as `splitName` returns them, are two people. */
export function coupleIn({ firstName = '', lastName }: Person): Person[] {
  const words = firstName.split(/\s+/)
  const joined = words.findIndex((word) => isAnd.test(word))
  const [one, other] = [words.slice(0, joined).join(' '), words.slice(joined + 1).join(' ')]
  if (joined < 1 || !other || !lastName) return []
  return [one.includes(' ') ? splitName(one) : { firstName: one, lastName }, { firstName: other, lastName }]
}
