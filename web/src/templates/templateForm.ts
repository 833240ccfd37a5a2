import { contractTotal, type Total } from '@bordee/core/contracts/contract-money.ts'
import { type TaxPlace, taxRates } from '@bordee/core/contracts/taxes.ts'
import { toCents } from '@bordee/core/money.ts'
import { noRequirement } from '@bordee/core/operations/requirement.ts'
import type { Pricing } from '@bordee/core/templates/pricing.ts'
import { newTemplateFields, type Template } from '@bordee/core/templates/template.ts'
import type { IsoDate } from '@bordee/core/time.ts'
import type * as z from 'zod'
import { emptyValues, valuesFrom } from '../ui/form/values.ts'

export const templateSchema = newTemplateFields.out
export type TemplateValues = z.input<typeof templateSchema>
export type SentTemplate = z.output<typeof templateSchema>

export const emptyTemplate = emptyValues(templateSchema, { isTaxesCharged: true, requirement: noRequirement })

export const valuesOf = (template: Template): TemplateValues => valuesFrom(templateSchema, template)

/** A line being typed: a missing price or quantity counts as zero. */
interface TypedLine {
  pricing?: Pricing | undefined
  price?: number | null
  quantity?: number | null
}

/** The total of the typed lines, with the taxes of a place on a given day. */
export function totalOf(lines: readonly TypedLine[] | undefined, isTaxed: boolean, place: TaxPlace, day: IsoDate): Total {
  const priced = (lines ?? []).map(({ pricing = 'season', price, quantity }) => ({
    pricing,
    price: toCents(price ?? 0),
    quantity: quantity ?? 0,
  }))
  return contractTotal(priced, isTaxed ? taxRates(place, day) : [])
}

/** Why no tax is added. */
export const noTaxes = (isTaxed: boolean) => (isTaxed ? 'Aucune hors du Canada' : 'Non facturées')
