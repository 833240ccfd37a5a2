/** Text as it is compared: no accents, no case; with `punctuation: 'drop'` also no hyphens, apostrophes or doubled spaces (« Saint-Jean » = « st jean » is not our business). */
export function fold(text: string | number | null | undefined, { punctuation = 'keep' }: { punctuation?: 'keep' | 'drop' } = {}): string {
  const plain = String(text ?? '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/œ/g, 'oe')
    .replace(/æ/g, 'ae')
  return punctuation === 'keep' ? plain : plain.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
}

/** The order of a French dictionary; digits inside text count as numbers (« Zone 2 » before « Zone 10 »). */
export const compareText = new Intl.Collator('fr-CA', { numeric: true, sensitivity: 'base' }).compare

const plurals = new Intl.PluralRules('fr-CA')

/** `count(2, 'client')` → « 2 clients »; French has 0 and 1 in the singular. */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${formatNumber(n)}\u00a0${plurals.select(n) === 'one' ? one : many}`
}

const numbers = new Intl.NumberFormat('fr-CA')

/** 12345.6 → « 12 345,6 », with U+00A0 between thousands. */
export const formatNumber = (n: number): string => numbers.format(n).replace(/\s/g, '\u00a0')
