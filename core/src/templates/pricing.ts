// How a service of a contract or template is priced (docs/product/templates.md). Only season lines make up a contract's
// total and schedule; what the others bring is counted after each operation (docs/product/billables.md).
import * as z from 'zod'
import type { Cents } from '../money.ts'
import { type MaterialUnit, materialNames } from '../runs/work.ts'

export const pricings = ['season', 'pass', 'outing', 'hour', 'material'] as const
export type Pricing = (typeof pricings)[number]
export const pricingNames: Record<Pricing, string> = {
  season: 'Saison',
  pass: 'Par passage',
  outing: 'Par sortie',
  hour: 'À l’heure',
  material: 'Matériau',
}

/** What a price per unit of material may be for: « Aucun » costs nothing. */
export const pricedMaterials = ['salt', 'sand'] as const
export type PricedMaterial = (typeof pricedMaterials)[number]
export const pricedMaterialNames: Record<PricedMaterial, string> = { salt: materialNames.salt, sand: materialNames.sand }

export const isSeason = ({ pricing }: { pricing: Pricing }): boolean => pricing === 'season'

const badDepth = 'Entrez de 0,1 à 500 cm, avec au plus une décimale.'
const badPrice = 'Entrez un prix de 0 $ à 1 000 000 $.'

/** Begins where the one before it ends: no list of bands has a gap or an overlap. */
export const band = z.object({
  /** Centimetres, the last one included; null for the last band, which is open-ended. */
  upTo: z.number(badDepth).min(0.1, badDepth).max(500, badDepth).multipleOf(0.1, badDepth).nullable(),
  /** Cents, for the whole outing. */
  price: z.int(badPrice).min(0, badPrice).max(100_000_000, badPrice),
})
export type Band = z.infer<typeof band>
export const bandList = z.array(band).max(20, 'Une ligne ne peut pas avoir plus de 20 tranches.')

/** The band of that many centimetres. A boundary belongs to the lower band, in the client's favour. */
export const bandOf = (bands: readonly Band[], depth: number): Band | undefined => bands.find(({ upTo }) => upTo === null || depth <= upTo)

const noBands = 'Entrez au moins une tranche.'
const notOpen = 'Seule la dernière tranche n’a pas de limite\u00a0: laissez-la vide dans celle-là seulement.'
const notHigher = 'Chaque tranche finit plus haut que la précédente.'
const noEquipment = 'Entrez le genre d’équipement.'
const noMaterial = 'Choisissez le matériau.'
const noUnit = 'Choisissez l’unité.'
const negativePrice = 'Seul un prix de saison peut être négatif.'

export interface Rated {
  pricing: Pricing
  price: number
  bands?: readonly Band[] | null | undefined
  equipment?: string | null | undefined
  materialKind?: PricedMaterial | null | undefined
  materialUnit?: MaterialUnit | null | undefined
}

type Wrong = [path: (string | number)[], message: string]

/** What is wrong with a line's prices: the place and the reason. What its pricing doesn't use isn't looked at. */
export function rateErrors({ pricing, price, bands, equipment, materialKind, materialUnit }: Rated): Wrong[] {
  if (pricing === 'season') return []
  if (pricing === 'outing') return bandErrors(bands ?? [])
  const rules: [isWrong: boolean, ...Wrong][] = [
    [price < 0, ['price'], negativePrice],
    [pricing === 'hour' && !equipment, ['equipment'], noEquipment],
    [pricing === 'material' && !materialKind, ['materialKind'], noMaterial],
    [pricing === 'material' && !materialUnit, ['materialUnit'], noUnit],
  ]
  return rules.flatMap(([isWrong, ...wrong]) => (isWrong ? [wrong] : []))
}

function bandErrors(bands: readonly Band[]): Wrong[] {
  if (bands.length === 0) return [[['bands'], noBands]]
  return bands.flatMap(({ upTo }, i): Wrong[] => {
    const before = bands[i - 1]?.upTo ?? 0
    const isLast = i === bands.length - 1
    if ((upTo === null) !== isLast) return [[['bands', i, 'upTo'], notOpen]]
    return upTo !== null && upTo <= before ? [[['bands', i, 'upTo'], notHigher]] : []
  })
}

/** Its prices, each as `raise` makes it: a renewal's augmentation. */
export const withPrices = <L extends { price: Cents; bands?: readonly Band[] | null | undefined }>(
  line: L,
  raise: (price: Cents) => Cents,
): L => ({
  ...line,
  price: raise(line.price),
  ...(line.bands && { bands: line.bands.map((one) => ({ ...one, price: raise(one.price) })) }),
})
