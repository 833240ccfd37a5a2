/** Money is whole cents everywhere; only screens, spreadsheets and documents see dollars. */
export type Cents = number

const dollars = new Intl.NumberFormat('fr-CA', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** 123450 → « 1 234,50 $ », -50 → « −0,50 $ », with U+00A0 so that an amount never breaks across lines. */
export function formatMoney(cents: Cents): string {
  return `${dollars
    .format(cents / 100)
    .replace(/\s/g, '\u00a0')
    .replace('-', '\u2212')}\u00a0$`
}

/** Dollars as typed → cents. Goes through text because 1.005 * 100 is 100.49999999999999. */
export function toCents(amount: number): Cents {
  const [digits, exponent = '0'] = String(amount).split('e')
  const cents = Math.round(Math.abs(Number(`${digits}e${Number(exponent) + 2}`)))
  return amount < 0 && cents !== 0 ? -cents : cents
}
