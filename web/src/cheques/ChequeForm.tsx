import type { Cheque } from '@bordee/core/cheques/cheque.ts'
import { chequeCalls } from '@bordee/core/cheques/cheques.calls.ts'
import { mayChange, spread } from '@bordee/core/cheques/register.ts'
import { clientCalls } from '@bordee/core/clients/clients.calls.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { todayIn } from '@bordee/core/time.ts'
import { Button, Group, SimpleGrid, Stack } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useAction, useCall } from '../calls.ts'
import { BrokenPart } from '../ui/broken.tsx'
import { SelectField } from '../ui/form/choices.tsx'
import { DateField } from '../ui/form/dates.tsx'
import { Form, fieldsOf, SubmitButton, useForm } from '../ui/form/Form.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { MoneyField } from '../ui/form/numbers.tsx'
import { TextareaField } from '../ui/form/TextareaField.tsx'
import { Hint, PartTitle } from '../ui/words.tsx'
import { useZone } from '../ui/zone.ts'
import { type ChequeValues, chequeSchema, owedOf, sentOf, valuesOf } from './chequeForm.ts'

interface Props {
  /** Corrects or completes it; without one, a new cheque is recorded. */
  cheque?: Cheque
  onClose: () => void
}

const at = fieldsOf<ChequeValues>()

export function ChequeForm({ cheque, onClose }: Props) {
  const today = todayIn(useZone(), new Date())
  const [id] = useState(() => cheque?.id ?? crypto.randomUUID())
  const form = useForm(chequeSchema, { defaultValues: valuesOf(cheque, today) as ChequeValues })
  const create = useAction(chequeCalls.createCheque, { done: 'Chèque inscrit', failed: 'Impossible d’inscrire ce chèque.', after: onClose })
  const update = useAction(chequeCalls.updateCheque, {
    done: 'Chèque enregistré',
    failed: 'Impossible d’enregistrer ce chèque.',
    after: onClose,
  })
  const isWhole = !cheque || mayChange(cheque.state) === 'everything'
  const save = (values: ReturnType<typeof sentOf>) => {
    if (!cheque) return create.mutateAsync({ id, cheque: values })
    const { number, bank, note } = values
    return update.mutateAsync({ id, cheque: isWhole ? values : { number, bank, note } })
  }
  return (
    <Form
      form={form}
      problem={create.error ?? update.error}
      under="cheque"
      aria-label="Chèque"
      onSubmit={(values) => save(sentOf(values)).catch(() => undefined)}
    >
      <Stack>
        {!cheque && <ClientChoice />}
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextField name={at('number')} label="Numéro" required />
          <TextField name={at('bank')} label="Institution" nullable placeholder="Nom, ou numéro de transit" />
          {isWhole && <MoneyField name={at('amount')} label="Montant" required min={1} />}
          {isWhole && <DateField name={at('dated')} label="Daté du" required />}
        </SimpleGrid>
        {isWhole && <Parts cheque={cheque} />}
        <TextareaField name={at('note')} label="Note" nullable />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Annuler
          </Button>
          <SubmitButton>{cheque ? 'Enregistrer' : 'Inscrire'}</SubmitButton>
        </Group>
      </Stack>
    </Form>
  )
}

function ClientChoice() {
  const clients = useCall(clientCalls.listClients)
  return (
    <SelectField
      name={at('clientId')}
      label="Client"
      required
      searchable
      placeholder="Choisir un client…"
      choices={clients.data?.map(({ id, name, number }) => ({ value: id, label: `${name} (nº ${number})` }))}
    />
  )
}

/** What the cheque pays: filled in the order in which it is due, until someone types another amount. */
function Parts({ cheque }: { cheque: Cheque | undefined }) {
  const { watch, getValues, setValue } = useFormContext<ChequeValues>()
  const [clientId, amount, parts] = watch(['clientId', 'amount', 'parts'])
  const contracts = useCall(contractCalls.listContracts, clientId ? { clientId } : 'not yet')
  const owed = useMemo(() => contracts.data && owedOf(contracts.data, cheque), [contracts.data, cheque])
  const spreadLast = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (!owed) return
    const before = getValues('parts')
    const isTyped = JSON.stringify(before) !== (spreadLast.current ?? JSON.stringify(before))
    const isSame = before.length === owed.length && owed.every(({ contractId }) => before.some((part) => part.contractId === contractId))
    if (isTyped && isSame) return
    const known = !spreadLast.current && cheque && cheque.amount === amount
    const next = known
      ? owed.map(({ contractId }) => ({ contractId, amount: cheque.parts.find((part) => part.contractId === contractId)?.amount ?? 0 }))
      : spread(amount ?? 0, owed)
    spreadLast.current = JSON.stringify(next)
    setValue('parts', next)
  }, [owed, amount, cheque, getValues, setValue])
  if (!clientId) return null
  if (contracts.isError) return <BrokenPart onRetry={() => void contracts.refetch()} />
  const sum = parts.reduce((all, part) => all + (part.amount ?? 0), 0)
  const rest = (amount ?? 0) - sum
  return (
    <section aria-label="Ce qu’il paie">
      <PartTitle>Ce qu’il paie</PartTitle>
      {owed?.length === 0 && <Hint>Ce client n’a rien à payer.</Hint>}
      <Stack gap="xs">
        {owed?.map(({ contractId, contractNumber, left }) => {
          const i = parts.findIndex((part) => part.contractId === contractId)
          return i < 0 ? null : (
            <MoneyField
              key={contractId}
              name={`parts.${i}.amount` as never}
              label={`Contrat ${contractNumber}`}
              description={`Reste ${formatMoney(left)}`}
              min={0}
            />
          )
        })}
        {owed && owed.length > 0 && rest !== 0 && (
          <Hint>{rest > 0 ? `À répartir\u00a0: ${formatMoney(rest)}` : `En trop\u00a0: ${formatMoney(-rest)}`}</Hint>
        )}
      </Stack>
    </section>
  )
}
