// What the user types into Ctrl+K, as search terms.
import { spellings } from '../addresses/address-key.ts'
import { dropCountryCode } from '../phone.ts'
import { fold } from '../text.ts'

/** For each word typed: how a match may begin, or be as a whole. « ch » begins « Chabot », and is « chemin ». */
export interface SearchWord {
  begins: string[]
  is: string[]
}

/** Further words find nothing more. */
const mostWords = 8

export const searchWords = (text: string): SearchWord[] =>
  fold(text)
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .slice(0, mostWords)
    .map((word) => {
      const [whole, ...short] = spellings(word)
      return { begins: [...new Set([word, whole])], is: short }
    })

/** The digits of a phone or part of one, in any format; else undefined. Under four digits match every phone. */
export function searchedDigits(text: string): string | undefined {
  if (/[^\d\s().+-]/.test(text)) return undefined
  const digits = dropCountryCode(text)
  return digits.length >= 4 ? digits : undefined
}
