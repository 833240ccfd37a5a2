// What fits into one SMS: 160 characters of the basic GSM alphabet, or 70 as soon as one character is outside it. A
// message is always one SMS, because an alert is priced per SMS.

const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)

/** The symbols outside the basic alphabet, each once, in order of appearance. */
export const symbolsOutside = (text: string): string[] => [...new Set(Array.from(text).filter((symbol) => !basic.has(symbol)))]

export const limitOf = (text: string): 160 | 70 => (symbolsOutside(text).length > 0 ? 70 : 160)

/** As networks count: an emoji is two characters. */
export const lengthOf = (text: string): number => text.length

export const fitsOneSms = (text: string): boolean => lengthOf(text) <= limitOf(text)

const plain: Record<string, string> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '«': '"',
  '»': '"',
  '…': '...',
  '–': '-',
  '—': '-',
  œ: 'oe',
  Œ: 'OE',
  '\u00a0': ' ',
  '\u202f': ' ',
  '\t': ' ',
}

/** The text in the basic alphabet: « Tempête » → « Tempete ». Symbols without a plain form stay. */
export function toBasicAlphabet(text: string): string {
  const spaced = text.replace(/«[\u00a0\u202f ]?/g, '"').replace(/[\u00a0\u202f ]?»/g, '"')
  return Array.from(spaced, (symbol) => (basic.has(symbol) ? symbol : (plain[symbol] ?? withoutAccent(symbol)))).join('')
}

function withoutAccent(symbol: string): string {
  const bare = symbol.normalize('NFD').replace(/\p{M}/gu, '')
  return Array.from(bare).every((letter) => basic.has(letter)) ? bare : symbol
}
