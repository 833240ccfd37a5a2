// What someone types into Ctrl+K, as it is looked for.
import { spellings } from '../addresses/address-key.ts'
import { dropCountryCode } from '../phone.ts'
import { fold } from '../text.ts'

/** Each word of the text: by what a word may begin, and what it may be as a whole. « ch » begins « Chabot », and is « chemin ». */
export interface SearchWord {
  begins: string[]
  is: string[]
}

/** More words than that find nothing more. */
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

/** The digits of a phone, or of a part of one, typed in any format; undefined for what is none. Fewer than four digits are in every phone. */
export function searchedDigits(text: string): string | undefined {
  if (/[^\d\s().+-]/.test(text)) return undefined
  const digits = dropCountryCode(text)
  return digits.length >= 4 ? digits : undefined
}
