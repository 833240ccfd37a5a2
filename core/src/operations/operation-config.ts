// How a company runs its operations (docs/product/operations.md).
import * as z from 'zod'
import { runKind } from '../runs/run-kind.ts'
import { text } from '../wire.ts'
import { requirementDefaults } from './requirement.ts'

const closing = 'Entrez de 2 à 24 heures.'

export const operationConfig = z.object({
  /** The first run of a night opens its operation. */
  isAutoOpened: z.boolean(),
  /** Hours after the last run; null leaves operations open until someone closes them. */
  closesAfterHours: z.int(closing).min(2, closing).max(24, closing).nullable(),
  /** The rounds for which a car must be moved: only these are announced. */
  warnedRunKinds: z.array(runKind).overwrite((kinds) => [...new Set(kinds)]),
  /** The trucks that a company calls by number: offered where a unit is typed, and not the only ones that may be. */
  units: z
    .array(text(20))
    .max(100)
    .overwrite((units) => [...new Set(units)]),
  /** Clients read in their portal how much snow the season had. */
  isSeasonInPortal: z.boolean(),
  ...requirementDefaults.shape,
})
export type OperationConfig = z.infer<typeof operationConfig>

/** As a new company has it. */
export const usualOperations: OperationConfig = {
  isAutoOpened: true,
  closesAfterHours: 6,
  warnedRunKinds: ['full', 'final'],
  units: [],
  isSeasonInPortal: false,
  triggerDepth: null,
  doneBy: '07:00',
  hoursAfter: null,
  ice: null,
}
