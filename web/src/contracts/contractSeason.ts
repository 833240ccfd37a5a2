import type { ContractInGrid } from '@bordee/core/contracts/contract.ts'
import { seasonOf } from '@bordee/core/contracts/season.ts'
import { todayIn } from '@bordee/core/time.ts'

/** The winter of a contract; a draft without a first day belongs to the one in which it was created. */
export const seasonOfContract = ({ startAt, createdAt }: Pick<ContractInGrid, 'startAt' | 'createdAt'>, zone: string): number =>
  seasonOf(startAt ?? todayIn(zone, new Date(createdAt)))
