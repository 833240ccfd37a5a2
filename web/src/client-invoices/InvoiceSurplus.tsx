import { type ClientInvoice, newInvoicePayment } from '@bordee/core/client-invoices/client-invoice.ts'
import { clientInvoiceCalls } from '@bordee/core/client-invoices/client-invoices.calls.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { paymentMethodNames } from '@bordee/core/templates/terms.ts'
import { todayIn } from '@bordee/core/time.ts'
import { Button, Group, Stack } from '@mantine/core'
import { useRef, useState } from 'react'
import type * as z from 'zod'
import { useAction } from '../calls.ts'
import { RefundForm } from '../contracts/Surplus.tsx'
import { ask } from '../ui/dialogs.tsx'
import { SelectField } from '../ui/form/choices.tsx'
import { DateField } from '../ui/form/dates.tsx'
import { Form, fieldsOf, SubmitButton, useForm } from '../ui/form/Form.tsx'
import { MoneyField } from '../ui/form/numbers.tsx'
import { Hint } from '../ui/words.tsx'
import { useZone } from '../ui/zone.ts'

const failed = 'Impossible de rembourser ce paiement.'

/** What was paid beyond the invoice goes back to a card that paid it, or the office notes how it was given back. */
export function InvoiceSurplus({ invoice }: { invoice: ClientInvoice }) {
  const { id, overpaidAmount, payments } = invoice
  const payment = payments.findLast(({ refundable }) => refundable > 0)
  // Retrying after a network failure reuses the id of the press, so that nothing is refunded twice.
  const press = useRef<{ of: string; refundId: string }>(undefined)
  const refund = useAction(clientInvoiceCalls.refundInvoicePayment, {
    done: 'Remboursement effectué',
    failed,
    after: () => {
      press.current = undefined
    },
  })
  if (overpaidAmount <= 0) return null

  async function giveBack(paymentId: string, most: number) {
    const amount = await ask<number | null>('Rembourser la carte du client', null, (answer) => <RefundForm most={most} onAnswer={answer} />)
    if (amount === null) return
    const of = `${paymentId} ${amount}`
    if (press.current?.of !== of) press.current = { of, refundId: crypto.randomUUID() }
    refund.mutate({ id, paymentId, amount, refundId: press.current.refundId })
  }
  const most = Math.min(overpaidAmount, payment?.refundable ?? 0)
  const note = () => ask('Noter un remboursement', false, (answer) => <NoteForm invoice={invoice} onAnswer={answer} />)
  return (
    <Group gap="xs" role="group" aria-label="Payé en trop">
      {payment && (
        <Button size="xs" loading={refund.isPending} onClick={() => void giveBack(payment.id, most)}>
          {`Rembourser ${formatMoney(most)}`}
        </Button>
      )}
      <Button size="xs" variant="default" disabled={refund.isPending} onClick={() => void note()}>
        Noter un remboursement
      </Button>
    </Group>
  )
}

const schema = newInvoicePayment.omit({ id: true })

/** Money that the office gave back by another way than the card. */
function NoteForm({ invoice: { id, overpaidAmount }, onAnswer }: { invoice: ClientInvoice; onAnswer: (isDone: boolean) => void }) {
  const today = todayIn(useZone(), new Date())
  // The same refund, however often it is sent.
  const [refundId] = useState(() => crypto.randomUUID())
  const add = useAction(clientInvoiceCalls.addInvoiceRefund, { done: 'Remboursement noté', failed, after: () => onAnswer(true) })
  const form = useForm(schema, {
    defaultValues: { amount: overpaidAmount, paidAt: today, type: 'check' } satisfies z.input<typeof schema>,
  })
  const at = fieldsOf(form)
  return (
    <Form
      form={form}
      onSubmit={(refund) => add.mutate({ id, refund: { ...refund, id: refundId } })}
      problem={add.error}
      under="refund"
      aria-label="Remboursement"
    >
      <Stack>
        <Hint>Ce que vous avez remis au client en argent, par chèque ou par virement. Rien n’est envoyé à sa carte.</Hint>
        <MoneyField name={at('amount')} label="Montant remis" min={1} max={overpaidAmount} />
        <DateField name={at('paidAt')} label="Remis le" />
        <SelectField name={at('type')} label="Mode de paiement" choices={paymentMethodNames} />
        <SubmitButton>Noter le remboursement</SubmitButton>
      </Stack>
    </Form>
  )
}
