// Phone numbers as people write them: with their kind (« Cell. 418 555-0142 »), an extension, or two in one cell.
import { fold } from '../text.ts'
import { quoted } from './found.ts'

type ReadPhone = { value: string; extension?: string } | { problem: string }

/** The kind of phone, written before or after the number. */
const phoneKinds =
  't[eé]l(?:[eé]phone)?|cell?(?:ulaire)?|mobile|maison|r[eé]s(?:idence)?|dom(?:icile)?|bur(?:eau)?|travail|home|work|[ctrb]'
const kindBefore = new RegExp(`^\\s*\\(?(?:${phoneKinds})(?![a-zà-ÿ])[\\s.:)]*`, 'i')
const kindAfter = new RegExp(`[\\s,]*\\(?(?<![a-zà-ÿ])(?:${phoneKinds})[\\s.)]*$`, 'i')

/** « (418) 555-0142 poste 12 », « Cell. 418 555-0142 », « 418 555-0142 (maison) ». */
export function readPhone(text: string): ReadPhone {
  const [, number = text, extension] = /^(.*?)[\s,;(]*(?:postes?|p\.|ext(?:ension)?|x|#)[\s.:]*(\d{1,10})\)?$/i.exec(text) ?? []
  const digits = number.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
  if (/\p{L}/u.test(number.replace(kindBefore, '').replace(kindAfter, '')) || digits.length > 10)
    return { problem: `${quoted(text)} n’est pas un seul numéro de téléphone.` }
  if (digits.length < 10) return { problem: `${quoted(text)} n’est pas un numéro de téléphone\u00a0: il faut 10 chiffres.` }
  return { value: digits, ...(extension && { extension }) }
}

/** « 418 555-0142 / 418 555-0143 » is two phones. */
export function phonesIn(text: string): string[] {
  const parts = text.split(/[/;,&|\n]|(?<![\p{L}])(?:ou|et|or|and)(?![\p{L}])/iu).map((part) => part.trim())
  return parts.every((part) => 'value' in readPhone(part)) ? parts : [text]
}

const landlines = /(?<![a-z])(maison|res|residence|dom|domicile|bur|bureau|travail|home|work|fixe|land ?line)(?![a-z])/

/** Whether a phone, or the heading of its column, is said to be in a house or an office: it receives no text messages. */
export const isLandline = (text: string): boolean => landlines.test(fold(text))
