import type { ContractRow } from '@bordee/core/contracts/contract.ts'
import { isSigned } from '@bordee/core/contracts/contract-life.ts'

type Owed = Pick<ContractRow, 'status' | 'paymentShedules'> // sic

/** The instalment to pay first, of all these contracts: each one's are in the order in which they are paid. */
export function nextInstalment<C extends Owed>(contracts: readonly C[]) {
  const firsts = contracts.flatMap((contract) => {
    const due = isSigned(contract.status) && contract.paymentShedules.find(({ amountLeft }) => amountLeft > 0)
    return due ? [{ contract, due }] : []
  })
  return firsts.toSorted((a, b) => a.due.dueDate.localeCompare(b.due.dueDate)).at(0)
}
