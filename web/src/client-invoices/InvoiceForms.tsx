import {
  type ClientInvoice,
  type ClientInvoiceChanges,
  clientInvoiceChanges,
  newInvoicePayment,
} from '@bordee/core/client-invoices/client-invoice.ts'
import { clientInvoiceCalls } from '@bordee/core/client-invoices/client-invoices.calls.ts'
import { paymentMethodNames } from '@bordee/core/templates/terms.ts'
import { todayIn } from '@bordee/core/time.ts'
import { Stack } from '@mantine/core'
import { useState } from 'react'
import type * as z from 'zod'
import { useAction } from '../calls.ts'
import { SelectField } from '../ui/form/choices.tsx'
import { DateField } from '../ui/form/dates.tsx'
import { Form, fieldsOf, SubmitButton, useForm } from '../ui/form/Form.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { MoneyField } from '../ui/form/numbers.tsx'
import { TextareaField } from '../ui/form/TextareaField.tsx'
import { useEditing } from '../ui/form/useEditing.tsx'
import { Hint } from '../ui/words.tsx'
import { useZone } from '../ui/zone.ts'

const draftSchema = clientInvoiceChanges.pick({ purchaseOrder: true, note: true, dueDate: true })

/** What a draft may still say. */
export function DraftForm({ invoice }: { invoice: ClientInvoice }) {
  const update = useAction(clientInvoiceCalls.updateClientInvoice, {
    done: 'Brouillon enregistré',
    failed: 'Erreur lors de la sauvegarde.',
  })
  const { form, onSubmit, prompt } = useEditing(draftSchema, invoice, {
    valuesOf: ({ purchaseOrder, note, dueDate }: ClientInvoice) => ({ purchaseOrder, note, dueDate }),
    save: (changes: Partial<ClientInvoiceChanges>) => update.mutateAsync({ id: invoice.id, clientInvoice: changes }),
  })
  const at = fieldsOf(form)
  return (
    <Form form={form} onSubmit={onSubmit} problem={update.error} under="clientInvoice" aria-label="Brouillon">
      <Stack>
        <TextField name={at('purchaseOrder')} label="Bon de commande du client" nullable maxLength={60} autoComplete="off" />
        <DateField name={at('dueDate')} label="Échéance" />
        <Hint>Sans échéance, celle des paramètres de la compagnie est comptée à partir de l’émission.</Hint>
        <TextareaField name={at('note')} label="Note sur la facture" nullable maxLength={1000} />
        <SubmitButton whenDirty>Enregistrer</SubmitButton>
      </Stack>
      {prompt}
    </Form>
  )
}

const paymentSchema = newInvoicePayment.omit({ id: true })

interface PaymentProps {
  invoice: ClientInvoice
  onAnswer: (isDone: boolean) => void
}

export function PaymentForm({ invoice: { id, amountLeft }, onAnswer }: PaymentProps) {
  const today = todayIn(useZone(), new Date())
  // The same payment, however often it is sent.
  const [paymentId] = useState(() => crypto.randomUUID())
  const add = useAction(clientInvoiceCalls.addInvoicePayment, {
    done: 'Paiement inscrit',
    failed: 'Impossible d’inscrire ce paiement.',
    after: () => onAnswer(true),
  })
  const form = useForm(paymentSchema, {
    defaultValues: { amount: amountLeft, paidAt: today, type: 'check' } satisfies z.input<typeof paymentSchema>,
  })
  const at = fieldsOf(form)
  return (
    <Form
      form={form}
      onSubmit={(payment) => add.mutate({ id, payment: { ...payment, id: paymentId } })}
      problem={add.error}
      under="payment"
      aria-label="Paiement"
    >
      <Stack>
        <MoneyField name={at('amount')} label="Montant" min={1} max={amountLeft} />
        <DateField name={at('paidAt')} label="Payé le" />
        <SelectField name={at('type')} label="Mode de paiement" choices={paymentMethodNames} />
        <SubmitButton>Inscrire le paiement</SubmitButton>
      </Stack>
    </Form>
  )
}
