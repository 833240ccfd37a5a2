import type { ContractRow } from '@bordee/core/contracts/contract.ts'
import { contractLife } from '@bordee/core/contracts/contract-life.ts'

type Ordered = Pick<ContractRow, 'status' | 'startAt' | 'contractNumber'>

/** Contracts to answer first, canceled ones last; otherwise the newest season first. */
export const inOrder = <C extends Ordered>(contracts: readonly C[]): C[] =>
  contracts.toSorted((a, b) => rank(a) - rank(b) || newestFirst(a, b))

const rank = ({ status }: Ordered) => (contractLife.after(status, 'accept') ? 0 : status === 'canceled' ? 2 : 1)
const newestFirst = (a: Ordered, b: Ordered) =>
  (b.startAt ?? '').localeCompare(a.startAt ?? '') || b.contractNumber.localeCompare(a.contractNumber)
