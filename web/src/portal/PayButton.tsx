import type { ContractRow } from '@bordee/core/contracts/contract.ts'
import { instalmentToPay } from '@bordee/core/contracts/online-payment.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { IconCreditCard } from '@tabler/icons-react'
import { LinkButton } from '../ui/LinkButton.tsx'
import { standingOf } from './ClientStatus.tsx'

type Payable = Pick<ContractRow, 'id' | 'status' | 'isOnlinePaymentPossible' | 'paymentShedules'> // sic

/** Pays the next instalment, if it can be paid by card. Only one that is due is the next step. */
export function PayButton({ contract, dense = false }: { contract: Payable; dense?: boolean }) {
  const { id, status, isOnlinePaymentPossible, paymentShedules } = contract
  const toPay = instalmentToPay(paymentShedules)
  if (!isOnlinePaymentPossible || !('due' in toPay)) return null
  return (
    <LinkButton
      to={`/client/contracts/${id}/payment/${toPay.due.id}`}
      variant={standingOf(status) === 'unpaid' ? 'filled' : 'default'}
      size={dense ? 'compact-sm' : undefined}
      leftSection={!dense && <IconCreditCard size={20} />}
      style={{ flexShrink: 0 }}
    >
      {`Payer ${formatMoney(toPay.due.amountLeft)}`}
    </LinkButton>
  )
}
