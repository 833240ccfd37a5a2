import type { Contract } from '@bordee/core/contracts/contract.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { Button, Group } from '@mantine/core'
import { useAction } from '../calls.ts'
import { confirm } from '../ui/dialogs.tsx'

/** Refunds a card's overpayment, newest payment first, or lets the company keep it. */
export function Surplus({ contract: { id, overpaidAmount, payments } }: { contract: Contract }) {
  const payment = payments.findLast(({ refundable }) => refundable > 0)
  const refund = useAction(contractCalls.refundSurplus, { done: 'Remboursement effectué', failed: 'Impossible de rembourser ce paiement.' })
  const keep = useAction(contractCalls.keepSurplus, { done: 'Surplus gardé', failed: 'Impossible de garder ce surplus.' })
  if (overpaidAmount <= 0 || !payment) return null
  const amount = formatMoney(Math.min(overpaidAmount, payment.refundable))
  const input = { id, paymentId: payment.id }

  async function giveBack() {
    const message = 'Le montant retourne sur la carte du client. Un remboursement ne s’annule pas.'
    if (await confirm({ title: `Rembourser ${amount}?`, message, confirm: 'Rembourser', destructive: true })) refund.mutate(input)
  }

  async function keepIt() {
    const message = 'Le surplus reste à la compagnie et n’est plus signalé.'
    if (await confirm({ title: `Garder ${amount}?`, message, confirm: 'Garder' })) keep.mutate(input)
  }

  return (
    <Group gap="xs" role="group" aria-label="Payé en trop">
      <Button size="xs" loading={refund.isPending} disabled={keep.isPending} onClick={() => void giveBack()}>
        {`Rembourser ${amount}`}
      </Button>
      <Button size="xs" variant="default" loading={keep.isPending} disabled={refund.isPending} onClick={() => void keepIt()}>
        Garder
      </Button>
    </Group>
  )
}
