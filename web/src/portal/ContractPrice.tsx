import type { ContractRow } from '@bordee/core/contracts/contract.ts'
import { isSigned } from '@bordee/core/contracts/contract-life.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { Link } from '@tanstack/react-router'
import classes from './portal.module.css'

type Priced = Pick<ContractRow, 'id' | 'status' | 'totalPrice'>

/** The price, as a link to the payments once the contract is signed. `named`: there is room to say where it leads. */
export function ContractPrice({ contract: { id, status, totalPrice }, named = false }: { contract: Priced; named?: boolean }) {
  const price = formatMoney(totalPrice)
  if (!isSigned(status)) return price
  return (
    <Link to="/client/contracts/$contractId/payment/{-$paymentScheduleId}" params={{ contractId: id }} title="Versements">
      {price} <span className={named ? classes.leads : 'bordee-visually-hidden'}>Voir les versements</span>
    </Link>
  )
}
