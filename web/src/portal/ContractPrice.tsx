import type { ContractRow } from '@bordee/core/contracts/contract.ts'
import { isSigned } from '@bordee/core/contracts/contract-life.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { Link } from '@tanstack/react-router'

type Priced = Pick<ContractRow, 'id' | 'status' | 'totalPrice'>

/** The price, as a link to the payments once the contract is signed. */
export function ContractPrice({ contract: { id, status, totalPrice } }: { contract: Priced }) {
  const price = formatMoney(totalPrice)
  if (!isSigned(status)) return price
  return (
    <Link to="/client/contracts/$contractId/payment/{-$paymentScheduleId}" params={{ contractId: id }}>
      {price}
    </Link>
  )
}
