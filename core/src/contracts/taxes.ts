// The taxes of a province on a given day. When a rate changes, add a line with its first day; never edit an old one.
import type { IsoDate } from '../time.ts'

export const taxCodes = ['gst', 'qst', 'hst'] as const
type TaxCode = (typeof taxCodes)[number]

/** Percent with at most three decimals, as the law writes it: 9.975. */
export type TaxRate = {
  tax: string
  code: TaxCode
  percent: number
}

const gst: TaxRate = { tax: 'TPS', code: 'gst', percent: 5 }
const qst: TaxRate = { tax: 'TVQ', code: 'qst', percent: 9.975 }
const hst = (percent: number): TaxRate => ({ tax: 'TVH', code: 'hst', percent })

/** In force from that day, latest first. A province that is not listed has the federal tax only. */
const provinces: Record<string, readonly { from: IsoDate; rates: readonly TaxRate[] }[]> = {
  QC: [{ from: '2013-01-01', rates: [gst, qst] }],
  ON: [{ from: '2010-07-01', rates: [hst(13)] }],
  NB: [{ from: '2016-07-01', rates: [hst(15)] }],
  NL: [{ from: '2016-07-01', rates: [hst(15)] }],
  PE: [{ from: '2016-10-01', rates: [hst(15)] }],
  NS: [
    { from: '2025-04-01', rates: [hst(14)] },
    { from: '2010-07-01', rates: [hst(15)] },
  ],
}

/** Where something is taxed; a missing country means Canada. */
export interface TaxPlace {
  state: string | null
  country: string | null
}

/** The first place with a known location decides: the site, else the billing address, else the company itself. */
export const taxPlace = (...places: readonly (TaxPlace | null)[]): TaxPlace =>
  places.find((place) => place !== null && (place.state !== null || !isCanada(place))) ?? { state: null, country: null }

export function taxRates(place: TaxPlace, day: IsoDate): TaxRate[] {
  if (!isCanada(place)) return []
  const lines = provinces[(place.state ?? '').toUpperCase()]
  const inForce = lines?.find(({ from }) => from <= day) ?? lines?.at(-1)
  return [...(inForce?.rates ?? [gst])]
}

const isCanada = ({ country }: TaxPlace) => country === null || country.toUpperCase() === 'CA'
