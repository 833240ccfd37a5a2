import type { Input } from '@bordee/core/call.ts'
import type { InvoiceGrouping } from '@bordee/core/client-invoices/client-invoice.ts'
import { clientInvoiceCalls } from '@bordee/core/client-invoices/client-invoices.calls.ts'
import { count } from '@bordee/core/text.ts'
import { Button, Group, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction } from '../calls.ts'
import { ask } from '../ui/dialogs.tsx'
import { notify } from '../ui/notify.ts'
import { useRequestKey } from '../ui/useRequestKey.ts'

type Wanted = Pick<Input<typeof clientInvoiceCalls.createClientInvoices>, 'billableIds' | 'operationId' | 'month' | 'clientId'>
interface Answer {
  by: InvoiceGrouping
  purchaseOrder: string | null
}

/** Makes drafts of lines, and opens the only one, or the list. */
export function useInvoicing() {
  const navigate = useNavigate()
  const create = useAction(clientInvoiceCalls.createClientInvoices, {
    failed: 'Impossible de préparer les factures.',
    after: async ({ createdIds }) => {
      const [only] = createdIds
      notify('success', `${count(createdIds.length, 'brouillon')} de facture`)
      if (createdIds.length === 1 && only) await navigate({ to: '/dashboard/invoicing/invoices/$invoiceId', params: { invoiceId: only } })
      else await navigate({ to: '/dashboard/invoicing/invoices' })
    },
  })
  const press = useRequestKey()
  async function invoice(wanted: Wanted) {
    const answer = await ask<Answer | null>('Préparer des factures', null, (close) => <HowToInvoice onAnswer={close} />)
    if (!answer) return
    const order = { ...wanted, ...answer }
    create.mutate({ ...order, requestKey: press.keyOf(order) }, { onSuccess: press.done })
  }
  return { invoice, isPending: create.isPending }
}

function HowToInvoice({ onAnswer }: { onAnswer: (answer: Answer | null) => void }) {
  const [by, setBy] = useState<InvoiceGrouping>('client')
  const [purchaseOrder, setPurchaseOrder] = useState('')
  return (
    <Stack>
      <SegmentedControl
        aria-label="Une facture par"
        value={by}
        onChange={setBy}
        data={[
          { value: 'client', label: 'Une par client' },
          { value: 'site', label: 'Une par point de service' },
        ]}
      />
      <TextInput
        label="Bon de commande du client (facultatif)"
        maxLength={60}
        value={purchaseOrder}
        onChange={(event) => setPurchaseOrder(event.currentTarget.value)}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={() => onAnswer(null)}>
          Annuler
        </Button>
        <Button onClick={() => onAnswer({ by, purchaseOrder: purchaseOrder.trim() || null })}>Préparer les brouillons</Button>
      </Group>
    </Stack>
  )
}
