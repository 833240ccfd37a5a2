// What a contract's price includes in a season, in centimetres or in passes, and the price beyond it. The law wants both in
// writing, so a contract has both or neither (docs/product/season.md).
import * as z from 'zod'
import { type Cents, formatMoney } from '../money.ts'
import { count, formatNumber } from '../text.ts'

export const ceilingUnits = ['cm', 'passes'] as const
export type CeilingUnit = (typeof ceilingUnits)[number]
export const ceilingUnitNames: Record<CeilingUnit, string> = { cm: 'Centimètres de neige', passes: 'Passages' }

const outOfBounds = 'Entrez de 0,1 à 10 000, avec au plus une décimale.'
const badPrice = 'Entrez un prix de 0,01 $ à 10 000 $.'

export const ceilingFields = {
  ceiling: z
    .number(outOfBounds)
    .min(0.1, outOfBounds)
    .max(10_000, outOfBounds)
    .multipleOf(0.1, outOfBounds)
    .nullable()
    .meta({ title: 'Plafond de la saison' }),
  ceilingUnit: z.enum(ceilingUnits).nullable().meta({ title: 'Unité du plafond' }),
  /** Cents, for each centimetre or pass beyond. */
  ceilingPrice: z.int(badPrice).min(1, badPrice).max(1_000_000, badPrice).nullable().meta({ title: 'Prix au-delà du plafond' }),
}

export interface Ceiling {
  ceiling: number | null
  ceilingUnit: CeilingUnit | null
  ceilingPrice: Cents | null
}
export const noCeiling: Ceiling = { ceiling: null, ceilingUnit: null, ceilingPrice: null }
const ceilingKeys = Object.keys(ceilingFields) as (keyof Ceiling)[]

/** A contract that has one. */
export type Limited = { [K in keyof Ceiling]: NonNullable<Ceiling[K]> }
export const isLimited = <C extends Ceiling>(contract: C): contract is C & Limited => ceilingKeys.every((key) => contract[key] !== null)

export const bothOrNeither = 'Un plafond et le prix au-delà vont ensemble\u00a0: inscrivez les deux, ou aucun.'
export const wholePasses = 'Un plafond en passages est un nombre entier.'

/** What is wrong with it, by field. */
export function ceilingErrors(given: Ceiling): Partial<Record<keyof Ceiling, string>> {
  const missing = ceilingKeys.filter((key) => given[key] === null)
  if (missing.length > 0 && missing.length < ceilingKeys.length)
    return Object.fromEntries(missing.map((key) => [key, bothOrNeither])) as Partial<Record<keyof Ceiling, string>>
  return given.ceilingUnit === 'passes' && !Number.isInteger(given.ceiling) ? { ceiling: wholePasses } : {}
}

/** For a schema: judged when all of it is sent; of a part, the server judges what it makes with the rest. */
export function refuseHalfCeiling({ value, issues }: z.core.ParsePayload<Partial<Ceiling>>) {
  if (ceilingKeys.some((key) => value[key] === undefined)) return
  for (const [key, message] of Object.entries(ceilingErrors(value as Ceiling)))
    issues.push({ code: 'custom', path: [key], message, input: value })
}

const amountNames: Record<CeilingUnit, (n: number) => string> = {
  cm: (n) => `${formatNumber(n)}\u00a0cm de neige`,
  passes: (n) => count(n, 'passage'),
}
/** « 300 cm de neige », « 25 passages ». */
export const inUnits = (amount: number, unit: CeilingUnit): string => amountNames[unit](amount)

const each: Record<CeilingUnit, string> = { cm: 'centimètre', passes: 'passage' }

/** What the contract says of it, in its text, on paper and in the portal. */
export function ceilingFacts(contract: Ceiling & { isTaxesCharged: boolean }): Record<string, string> {
  if (!isLimited(contract)) return {}
  const { ceiling, ceilingUnit, ceilingPrice } = contract
  return {
    'Compris dans le prix': `jusqu’à ${inUnits(ceiling, ceilingUnit)} par saison`,
    'Au-delà': `${formatMoney(ceilingPrice)} par ${each[ceilingUnit]}${contract.isTaxesCharged ? ', taxes en sus' : ''}`,
  }
}
