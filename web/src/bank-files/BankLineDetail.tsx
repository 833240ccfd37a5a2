import type { BankLine, BankPart } from '@bordee/core/bank-files/bank-file.ts'
import { bankFileCalls } from '@bordee/core/bank-files/bank-files.calls.ts'
import { matchReasonNames, type Owing, spreadOver } from '@bordee/core/bank-files/matching.ts'
import type { ClientInvoiceRow } from '@bordee/core/client-invoices/client-invoice.ts'
import { clientInvoiceCalls } from '@bordee/core/client-invoices/client-invoices.calls.ts'
import { clientCalls } from '@bordee/core/clients/clients.calls.ts'
import type { ContractRow } from '@bordee/core/contracts/contract.ts'
import { isSigned } from '@bordee/core/contracts/contract-life.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { formatDate, formatInstant } from '@bordee/core/time.ts'
import { Button, Group, Stack } from '@mantine/core'
import { useEffect, useMemo, useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import * as z from 'zod'
import { useAction, useCall } from '../calls.ts'
import { BrokenPart } from '../ui/broken.tsx'
import { Facts } from '../ui/Facts.tsx'
import { SelectField } from '../ui/form/choices.tsx'
import { Form, fieldsOf, SubmitButton, useForm } from '../ui/form/Form.tsx'
import { MoneyField } from '../ui/form/numbers.tsx'
import { TextLink } from '../ui/LinkButton.tsx'
import { Hint, PartTitle, SectionTitle } from '../ui/words.tsx'
import { useZone } from '../ui/zone.ts'

interface Props {
  fileId: string
  line: BankLine
  onDone: () => void
}

/** Beside the lines: what one says, what it paid, or what someone decides that it pays. */
export function BankLineDetail({ fileId, line, onDone }: Props) {
  const zone = useZone()
  const { day, amount, description, reference, appliedAt, appliedBy, reason, parts, depositNumber } = line
  return (
    <Stack>
      <SectionTitle>{formatMoney(amount)}</SectionTitle>
      <Facts
        facts={{
          Date: formatDate(day),
          Description: description,
          Référence: reference,
          Correspondance: reason && matchReasonNames[reason],
          Dépôt: depositNumber && <TextLink to="/dashboard/contracts/cheques/deposits">{`Nº\u00a0${depositNumber}`}</TextLink>,
          ...(appliedAt && { 'Ce qu’elle a payé': parts.map((part) => <Paid key={part.contractId ?? part.invoiceId} part={part} />) }),
          'Appliquée par': appliedAt && `${appliedBy}, ${formatInstant(appliedAt, zone)}`,
        }}
      />
      {appliedAt ? <Undo fileId={fileId} line={line} onDone={onDone} /> : <PaymentOf fileId={fileId} line={line} onDone={onDone} />}
    </Stack>
  )
}

function Paid({ part: { contractId, invoiceId, number, clientName, amount } }: { part: BankPart }) {
  const to = contractId ? `/dashboard/contracts/list/${contractId}` : `/dashboard/invoicing/invoices/${invoiceId}`
  return (
    <div>
      <TextLink to={to}>{contractId ? `Contrat ${number}` : `Facture ${number}`}</TextLink>
      {`, ${clientName}\u00a0: ${formatMoney(amount)}`}
    </div>
  )
}

function Undo({ fileId, line, onDone }: Props) {
  const undo = useAction(bankFileCalls.undoBankLines, { done: 'Paiement annulé', failed: 'Impossible d’annuler.', after: onDone })
  return (
    <Group>
      <Button variant="default" loading={undo.isPending} onClick={() => undo.mutate({ id: fileId, lineIds: [line.id] })}>
        Annuler ce paiement
      </Button>
    </Group>
  )
}

const schema = z.object({
  clientId: z.uuid('Le client est requis.'),
  parts: z.array(z.object({ key: z.string(), amount: z.int().min(0).nullable() })),
})
type Values = z.input<typeof schema>
const at = fieldsOf<Values>()

/** Any client, and any split over what they owe. */
function PaymentOf({ fileId, line, onDone }: Props) {
  const form = useForm(schema, { defaultValues: { clientId: line.parts[0]?.clientId ?? '', parts: [] } as Values })
  const clients = useCall(clientCalls.listClients)
  const apply = useAction(bankFileCalls.applyBankLines, {
    failed: 'Impossible d’appliquer cette ligne.',
    after: ({ refused: [refused] }) => (refused ? form.setError('parts', { message: refused.reason }) : onDone()),
  })
  const send = ({ parts }: z.output<typeof schema>) => {
    const chosen = parts.flatMap(({ key, amount }) => {
      const [kind, id] = key.split(' ')
      return amount ? [{ [kind === 'contract' ? 'contractId' : 'invoiceId']: id, amount }] : []
    })
    return apply.mutateAsync({ id: fileId, lines: [{ lineId: line.id, parts: chosen }] }).catch(() => undefined)
  }
  const message = form.formState.errors.parts?.message
  return (
    <Form form={form} problem={apply.error} aria-label="Ce qu’elle paie" onSubmit={send}>
      <Stack>
        <SelectField
          name={at('clientId')}
          label="Client"
          required
          searchable
          placeholder="Choisir un client…"
          choices={clients.data?.map(({ id, name, number }) => ({ value: id, label: `${name} (nº ${number})` }))}
        />
        <Parts line={line} />
        {message && <Hint>{message}</Hint>}
        <Group justify="flex-end">
          <SubmitButton>Appliquer cette ligne</SubmitButton>
        </Group>
      </Stack>
    </Form>
  )
}

const keyOf = ({ contractId, invoiceId }: Pick<Owing, 'contractId' | 'invoiceId'>) =>
  contractId ? `contract ${contractId}` : `invoice ${invoiceId}`

function owingsOf(contracts: readonly ContractRow[], invoices: readonly ClientInvoiceRow[]): Owing[] {
  const ofContracts = contracts.flatMap(({ id, contractNumber, clientId, clientName, status, paymentShedules }) => {
    const dues = paymentShedules
      .filter(({ amountLeft }) => amountLeft > 0)
      .map(({ dueDate, amountLeft }) => ({ dueDate, left: amountLeft }))
    return isSigned(status) && dues.length > 0
      ? [{ contractId: id, invoiceId: null, number: `Contrat ${contractNumber}`, clientId, clientName, code: null, dues }]
      : []
  })
  const ofInvoices = invoices.flatMap(({ id, number, clientId, clientName, dueDate, amountLeft }) =>
    amountLeft > 0
      ? [
          {
            contractId: null,
            invoiceId: id,
            number: `Facture ${number}`,
            clientId,
            clientName,
            code: null,
            dues: [{ dueDate: dueDate ?? '', left: amountLeft }],
          },
        ]
      : [],
  )
  return [...ofContracts, ...ofInvoices]
}

/** As it is proposed, or what is due first, until someone types another amount. */
function Parts({ line }: { line: BankLine }) {
  const { watch, setValue } = useFormContext<Values>()
  const [clientId, parts] = watch(['clientId', 'parts'])
  const contracts = useCall(contractCalls.listContracts, clientId ? { clientId } : 'not yet')
  const invoices = useCall(clientInvoiceCalls.listClientInvoices, clientId ? { clientId } : 'not yet')
  const owings = useMemo(() => contracts.data && invoices.data && owingsOf(contracts.data, invoices.data), [contracts.data, invoices.data])
  const filledFor = useRef('')
  useEffect(() => {
    if (!owings || filledFor.current === clientId) return
    filledFor.current = clientId
    const proposed = line.parts[0]?.clientId === clientId ? line.parts : spreadOver(line.amount, owings).parts
    setValue(
      'parts',
      owings.map((owing) => ({ key: keyOf(owing), amount: proposed.find((part) => keyOf(part) === keyOf(owing))?.amount ?? 0 })),
    )
  }, [owings, clientId, line, setValue])
  if (!clientId) return null
  if (contracts.isError || invoices.isError)
    return <BrokenPart onRetry={() => void Promise.all([contracts.refetch(), invoices.refetch()])} />
  const rest = line.amount - parts.reduce((sum, { amount }) => sum + (amount ?? 0), 0)
  return (
    <section aria-label="Répartition">
      <PartTitle>Ce qu’elle paie</PartTitle>
      {owings?.length === 0 && <Hint>Ce client n’a rien à payer.</Hint>}
      <Stack gap="xs">
        {owings?.map((owing) => {
          const i = parts.findIndex(({ key }) => key === keyOf(owing))
          const left = owing.dues.reduce((sum, due) => sum + due.left, 0)
          return i < 0 ? null : (
            <MoneyField
              key={keyOf(owing)}
              name={`parts.${i}.amount` as never}
              label={owing.number}
              description={`Reste ${formatMoney(left)}`}
              min={0}
            />
          )
        })}
        {owings && owings.length > 0 && rest !== 0 && (
          <Hint>{rest > 0 ? `À répartir\u00a0: ${formatMoney(rest)}` : `En trop\u00a0: ${formatMoney(-rest)}`}</Hint>
        )}
      </Stack>
    </section>
  )
}
