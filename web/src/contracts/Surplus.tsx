import type { Contract } from '@bordee/core/contracts/contract.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { type Cents, formatMoney } from '@bordee/core/money.ts'
import { required } from '@bordee/core/wire.ts'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useRef } from 'react'
import * as z from 'zod'
import { useAction } from '../calls.ts'
import { ask, confirm } from '../ui/dialogs.tsx'
import { Form, fieldsOf, SubmitButton, useForm } from '../ui/form/Form.tsx'
import { MoneyField } from '../ui/form/numbers.tsx'

/** Refunds what a card overpaid, or paid on a canceled contract, newest payment first; or lets the company keep it. */
export function Surplus({ contract: { id, overpaidAmount, payments } }: { contract: Contract }) {
  const payment = payments.findLast(({ refundable }) => refundable > 0)
  // Retrying after a network failure reuses the id of the press, so that nothing is refunded twice.
  const press = useRef<{ of: string; refundId: string }>(undefined)
  const refund = useAction(contractCalls.refundSurplus, {
    done: 'Remboursement effectué',
    failed: 'Impossible de rembourser ce paiement.',
    after: () => {
      press.current = undefined
    },
  })
  const keep = useAction(contractCalls.keepSurplus, { done: 'Surplus gardé', failed: 'Impossible de garder ce surplus.' })
  if (overpaidAmount <= 0 || !payment) return null
  const most = Math.min(overpaidAmount, payment.refundable)
  const input = { id, paymentId: payment.id }

  async function giveBack() {
    const amount = await ask<number | null>('Rembourser la carte du client', null, (answer) => <RefundForm most={most} onAnswer={answer} />)
    if (amount === null) return
    const of = `${input.paymentId} ${amount}`
    if (press.current?.of !== of) press.current = { of, refundId: crypto.randomUUID() }
    refund.mutate({ ...input, amount, refundId: press.current.refundId })
  }

  async function keepIt() {
    const message = 'Le surplus reste à la compagnie et n’est plus signalé.'
    if (await confirm({ title: `Garder ${formatMoney(most)}?`, message, confirm: 'Garder' })) keep.mutate(input)
  }

  return (
    <Group gap="xs" role="group" aria-label="Surplus à rembourser ou à garder">
      <Button size="xs" loading={refund.isPending} disabled={keep.isPending} onClick={() => void giveBack()}>
        {`Rembourser ${formatMoney(most)}`}
      </Button>
      <Button size="xs" variant="default" loading={keep.isPending} disabled={refund.isPending} onClick={() => void keepIt()}>
        Garder
      </Button>
    </Group>
  )
}

interface Props {
  most: Cents
  onAnswer: (amount: Cents | null) => void
}

/** How much of a card payment to refund: all that is possible, unless changed. */
export function RefundForm({ most, onAnswer }: Props) {
  const amount = z
    .int(required)
    .min(1, required)
    .max(most, `Au plus ${formatMoney(most)} peuvent être remboursés.`)
  const form = useForm(z.object({ amount }), { defaultValues: { amount: most } })
  return (
    <Form form={form} onSubmit={(values) => onAnswer(values.amount)} aria-label="Remboursement">
      <Stack>
        <Text size="sm">Le montant retourne sur la carte du client. Un remboursement ne s’annule pas.</Text>
        <MoneyField name={fieldsOf(form)('amount')} label="Montant à rembourser" required min={1} />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => onAnswer(null)}>
            Annuler
          </Button>
          <SubmitButton>Rembourser</SubmitButton>
        </Group>
      </Stack>
    </Form>
  )
}
