// The anti-spam law requires every message to name its sender.
import { fold } from '../text.ts'
import { symbolsOutside, toBasicAlphabet } from './sms-text.ts'

/** Words that many companies of the trade share, and legal suffixes. */
const common = new Set(
  (
    'deneigement deneigements neige snow entreprise entreprises service services groupe gestion les des du de la le et inc ' +
    'ltee enr senc cie'
  ).split(' '),
)

const wordsOf = (text: string) =>
  fold(text)
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 1)

/** Whether the text has the words that set the name apart: « Boréal » is enough for « Déneigement Boréal inc. ». */
export function namesCompany(text: string, companyName: string): boolean {
  const words = wordsOf(companyName)
  const own = words.filter((word) => !common.has(word))
  const said = new Set(wordsOf(text))
  return (own.length > 0 ? own : words).every((word) => said.has(word))
}

/** In the basic GSM alphabet: one symbol outside it would leave only 70 characters. */
const oneSms = 160

/** « Boréal : texte » in one SMS, if the text leaves room for a few letters: a long name is cut. */
export function withName(companyName: string, text: string): string {
  const longest = oneSms - text.length - separator.length
  const plain = Array.from(toBasicAlphabet(companyName))
    .filter((symbol) => symbolsOutside(symbol).length === 0)
    .join('')
    .trim()
  const name = plain.length <= longest ? plain : `${plain.slice(0, longest - 3).trimEnd()}...`
  return `${name}${separator}${text}`
}

const separator = ' : '
