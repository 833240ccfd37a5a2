// The price of a line that isn't of the season, in words and in an example, as the contract, its PDF, its e-mail and the portal
// show it.
import { hourAmount, lineAmount } from '../contracts/contract-money.ts'
import { type Cents, formatMoney, toCents } from '../money.ts'
import { type MaterialUnit, materialNames, materialUnitNames, unitsOf } from '../runs/work.ts'
import { count, formatNumber } from '../text.ts'
import { type Band, bandOf, type PricedMaterial, type Pricing } from './pricing.ts'

interface PricedLine {
  pricing: Pricing
  /** Dollars. */
  price: number
  bands: readonly Band[] | null
  equipment: string | null
  materialKind: PricedMaterial | null
  materialUnit: MaterialUnit | null
}

export interface PriceWords {
  /** « 45,00 $ par passage ». */
  rate: string
  /** « 3 passages = 135,00 $ + taxes ». */
  example: string
}

const cm = (depth: number) => `${formatNumber(depth)}\u00a0cm`

/** Null for a line of the season, whose amount is part of the total. */
export function priceWords(line: PricedLine, { isTaxesCharged }: { isTaxesCharged: boolean }): PriceWords | null {
  const price = toCents(line.price)
  const sum = (what: string, amount: Cents) => `${what} = ${formatMoney(amount)}${isTaxesCharged ? ' + taxes' : ''}`
  switch (line.pricing) {
    case 'season':
      return null
    case 'pass':
      return { rate: `${formatMoney(price)} par passage`, example: sum(count(3, 'passage'), lineAmount({ price, quantity: 3 })) }
    case 'outing': {
      const bands = line.bands ?? []
      const depth = exampleDepth(bands)
      return { rate: bandWords(bands).join('; '), example: sum(`une sortie de ${cm(depth)}`, bandOf(bands, depth)?.price ?? 0) }
    }
    case 'hour':
      return {
        rate: [line.equipment, `${formatMoney(price)} l’heure`].filter(Boolean).join('\u00a0: '),
        example: sum('1\u00a0h\u00a030', hourAmount(price, 90)),
      }
    case 'material':
      return materialWords(line.materialKind ?? 'salt', line.materialUnit ?? 'kg', price, sum)
  }
}

const exampleUnits = { kg: 20, bag: 4 }

function materialWords(kind: PricedMaterial, unit: MaterialUnit, price: Cents, sum: (what: string, amount: Cents) => string): PriceWords {
  const quantity = exampleUnits[unit]
  return {
    rate: `${materialNames[kind]}\u00a0: ${formatMoney(price)} le ${materialUnitNames[unit]}`,
    example: sum(unitsOf(quantity, unit), lineAmount({ price, quantity })),
  }
}

/** « jusqu’à 5 cm : 40,00 $ », « plus de 5 à 10 cm : 60,00 $ », « plus de 10 cm : 80,00 $ ». */
const bandWords = (bands: readonly Band[]): string[] =>
  bands.map(({ upTo, price }, i) => `${rangeOf(bands[i - 1]?.upTo ?? null, upTo)}\u00a0: ${formatMoney(price)}`)

export function rangeOf(after: number | null, upTo: number | null): string {
  if (upTo === null) return after === null ? 'peu importe la neige' : `plus de ${cm(after)}`
  return after === null ? `jusqu’à ${cm(upTo)}` : `plus de ${formatNumber(after)} à ${cm(upTo)}`
}

/** Inside the second band where there is one: it shows best how bands work. */
function exampleDepth(bands: readonly Band[]): number {
  const after = bands[0]?.upTo ?? 0
  const upTo = bands[1]?.upTo ?? after + 6
  return Math.ceil((after + upTo) / 2)
}
