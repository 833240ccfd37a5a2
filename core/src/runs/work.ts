// What a mark says of the work: the surface that was left, and the material that was spread.
import * as z from 'zod'
import { formatNumber } from '../text.ts'
import { named } from '../wire.ts'

export const surfaces = ['clear', 'packed', 'icy'] as const
export type Surface = (typeof surfaces)[number]
export const surfaceNames: Record<Surface, string> = { clear: 'Dégagé', packed: 'Neige durcie', icy: 'Glacé' }

export const materialKinds = ['salt', 'sand', 'none'] as const
export type MaterialKind = (typeof materialKinds)[number]
export const materialNames: Record<MaterialKind, string> = { salt: 'Sel', sand: 'Sable', none: 'Aucun' }

export const materialUnits = ['kg', 'bag'] as const
export type MaterialUnit = (typeof materialUnits)[number]
export const materialUnitNames: Record<MaterialUnit, string> = { kg: 'kg', bag: 'sac' }

/** « 20 kg », « 1 sac », « 4 sacs ». */
export const unitsOf = (quantity: number, unit: MaterialUnit): string =>
  `${formatNumber(quantity)}\u00a0${unit === 'bag' ? (quantity >= 2 ? 'sacs' : 'sac') : 'kg'}`

const tooMuch = 'Entrez une quantité de plus de 0 et d’au plus 50 000.'

const material = z.object({
  kind: z.enum(materialKinds),
  quantity: z.number(tooMuch).positive(tooMuch).max(50_000, tooMuch).multipleOf(0.1, tooMuch).nullable(),
  unit: z.enum(materialUnits).nullable(),
})
export type Material = z.infer<typeof material>
export const materialSpread = named('Material', material)

/** « Aucun » has no quantity, and a quantity without a unit is in kilograms. */
export const asStored = ({ kind, quantity, unit }: Material): Material =>
  kind === 'none' || quantity === null ? { kind, quantity: null, unit: null } : { kind, quantity, unit: unit ?? 'kg' }

/** « Sel, 20 kg »; « aucun matériau ». */
function materialWords({ kind, quantity, unit }: Material): string {
  if (kind === 'none') return 'Aucun matériau'
  if (quantity === null) return materialNames[kind]
  return `${materialNames[kind]}, ${unitsOf(quantity, unit ?? 'kg')}`
}

/** What to say of a mark beside its type. */
export const workWords = ({ surface, material: spread }: { surface: Surface | null; material: Material | null }): string[] => [
  ...(surface ? [surfaceNames[surface]] : []),
  ...(spread ? [materialWords(spread)] : []),
]
