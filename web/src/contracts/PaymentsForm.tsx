import { type Contract, movementNames } from '@bordee/core/contracts/contract.ts'
import { amountDue } from '@bordee/core/contracts/contract-money.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { paymentMethodNames } from '@bordee/core/templates/terms.ts'
import { formatDate, todayIn } from '@bordee/core/time.ts'
import { ActionIcon, Stack } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { useAction } from '../calls.ts'
import { AddButton } from '../templates/AddButton.tsx'
import { SelectField } from '../ui/form/choices.tsx'
import { DateField } from '../ui/form/dates.tsx'
import { type FieldName, Form, fieldsOf, SubmitButton } from '../ui/form/Form.tsx'
import { MoneyField } from '../ui/form/numbers.tsx'
import { useEditing } from '../ui/form/useEditing.tsx'
import { TextLink } from '../ui/LinkButton.tsx'
import { Status } from '../ui/Status.tsx'
import { Hint } from '../ui/words.tsx'
import { useZone } from '../ui/zone.ts'
import classes from './contracts.module.css'
import { changedPayments, type PaymentsValues, paymentsSchema, valuesOf } from './paymentsForm.ts'

/** The payments that the office records. Online card payments are shown but can't be edited. */
export function PaymentsForm({ contract, onDone }: { contract: Contract; onDone?: () => void }) {
  const update = useAction(contractCalls.updateContract, {
    done: 'Paiements mis à jour',
    failed: 'Impossible de mettre à jour les paiements.',
    after: onDone,
  })
  const { form, onSubmit, prompt } = useEditing(paymentsSchema, contract, {
    valuesOf,
    save: (_, whole) => {
      const before = form.formState.defaultValues as PaymentsValues
      return update.mutateAsync({ id: contract.id, contract: { payments: changedPayments(before, whole) } })
    },
  })
  return (
    <Form form={form} onSubmit={onSubmit} problem={update.error} under="contract" aria-label="Paiements">
      <Stack>
        <Rows contract={contract} />
        <div className={classes.foot}>
          <SubmitButton whenDirty>Enregistrer les paiements</SubmitButton>
        </div>
      </Stack>
      {prompt}
    </Form>
  )
}

function Rows({ contract }: { contract: Contract }) {
  const { fields, append, remove } = useFieldArray({ name: 'payments', keyName: 'key' })
  const { setValue, formState } = useFormContext<PaymentsValues>()
  const rows = (useWatch({ name: 'payments' }) ?? []) as PaymentsValues['payments']
  const today = todayIn(useZone(), new Date())
  const shown = fields.flatMap(({ key }, i) => (rows[i] && !rows[i].deletedAt ? [{ key, i, row: rows[i] }] : []))
  const amounts = shown.map(({ row }) => ({ amount: row.amount ?? 0 }))
  const paid = amounts.reduce((sum, { amount }) => sum + amount, 0)
  const due = amountDue(contract.paymentShedules, amounts, today)
  const left = contract.totalPrice - paid
  const locked = new Map(
    contract.payments.flatMap(({ id, chequeId, editable, wasOnline }) =>
      editable || wasOnline ? [] : [[id as string | null | undefined, chequeId ? registered : received] as const],
    ),
  )

  // A stored payment is marked as deleted and hidden; an unsaved one is just removed.
  function takeAway(i: number) {
    if (formState.defaultValues?.payments?.some((stored) => stored?.id === rows[i]?.id))
      setValue(`payments.${i}.deletedAt`, new Date().toISOString(), { shouldDirty: true })
    else remove(i)
  }

  return (
    <>
      {shown.length === 0 && <Hint>Aucun paiement pour l’instant.</Hint>}
      {shown.map(({ key, i, row }, place) =>
        row.wasOnline ? (
          <OnlinePayment key={key} {...row} />
        ) : locked.has(row.id) ? (
          <LockedPayment key={key} {...row} from={locked.get(row.id) ?? registered} />
        ) : (
          <PaymentRow key={key} within={`payments.${i}` as FieldName} number={place + 1} onRemove={() => takeAway(i)} />
        ),
      )}
      <div>
        <AddButton onClick={() => append({ id: crypto.randomUUID(), amount: due || null, paidAt: today, type: null, deletedAt: null })}>
          Ajouter un paiement
        </AddButton>
      </div>
      <dl className={`${classes.balance} bordee-figures`} aria-live="polite">
        <div>
          <dt>Total du contrat</dt>
          <dd>{formatMoney(contract.totalPrice)}</dd>
        </div>
        <div>
          <dt>Payé</dt>
          <dd>{formatMoney(paid)}</dd>
        </div>
        <div>
          <dt>{left < 0 ? 'Payé en trop' : 'Solde'}</dt>
          <dd>{formatMoney(Math.abs(left))}</dd>
        </div>
      </dl>
    </>
  )
}

function PaymentRow({ within, number, onRemove }: { within: FieldName; number: number; onRemove: () => void }) {
  const at = fieldsOf<PaymentsValues['payments'][number]>(within)
  return (
    <fieldset className={classes.payment} aria-label={`Paiement ${number}`}>
      <MoneyField name={at('amount')} label="Montant" required min={1} />
      <DateField name={at('paidAt')} label="Date" required />
      <SelectField name={at('type')} label="Type" required placeholder="Choisir…" choices={paymentMethodNames} />
      <ActionIcon variant="subtle" color="red" size={36} aria-label={`Retirer le paiement ${number}`} onClick={onRemove}>
        <IconTrash size={17} />
      </ActionIcon>
    </fieldset>
  )
}

const registered = { to: '/dashboard/contracts/cheques', label: 'Chèque du registre' }
const received = { to: '/dashboard/invoicing/bank-files', label: 'Relevé bancaire' }

/** Of a cheque in the register, or of a bank's line: it changes there. */
function LockedPayment({ amount, paidAt, from }: PaymentsValues['payments'][number] & { from: typeof registered }) {
  return (
    <p className={`${classes.online} bordee-figures`}>
      <strong>{formatMoney(amount ?? 0)}</strong>
      <span>{formatDate(paidAt)}</span>
      <TextLink to={from.to}>{from.label}</TextLink>
    </p>
  )
}

function OnlinePayment({ amount, paidAt, movement }: PaymentsValues['payments'][number]) {
  return (
    <p className={`${classes.online} bordee-figures`}>
      <strong>{formatMoney(amount ?? 0)}</strong>
      <span>{formatDate(paidAt)}</span>
      <Status tone={movement === 'dispute' ? 'attention' : 'info'}>{movementNames[movement ?? 'payment']}</Status>
    </p>
  )
}
