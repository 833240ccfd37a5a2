// What fits into one SMS: 160 characters of the basic GSM alphabet, or 70 as soon as one of them is not in it. A message is one SMS, never two:
// that is what an alert costs.

const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)

/** The symbols that make a text dear, each once, in the order they appear. */
export const symbolsOutside = (text: string): string[] => [...new Set(Array.from(text).filter((symbol) => !basic.has(symbol)))]

export const limitOf = (text: string): 160 | 70 => (symbolsOutside(text).length > 0 ? 70 : 160)

/** As networks count: an emoji is two. */
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

/** The same text in letters that every phone has: « Tempête » → « Tempete ». What has no plain form stays, and is still warned about. */
export function madeSafe(text: string): string {
  const spaced = text.replace(/«[\u00a0\u202f ]?/g, '"').replace(/[\u00a0\u202f ]?»/g, '"')
  return Array.from(spaced, (symbol) => (basic.has(symbol) ? symbol : (plain[symbol] ?? withoutAccent(symbol)))).join('')
}

function withoutAccent(symbol: string): string {
  const bare = symbol.normalize('NFD').replace(/\p{M}/gu, '')
  return Array.from(bare).every((letter) => basic.has(letter)) ? bare : symbol
}
