import { type Cheque, depositFields } from '@bordee/core/cheques/cheque.ts'
import { chequeCalls } from '@bordee/core/cheques/cheques.calls.ts'
import { depositTrouble } from '@bordee/core/cheques/register.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { count } from '@bordee/core/text.ts'
import { todayIn } from '@bordee/core/time.ts'
import { Alert, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useAction, useCall } from '../calls.ts'
import { ask } from '../ui/dialogs.tsx'
import { DateField } from '../ui/form/dates.tsx'
import { Form, fieldsOf, SubmitButton, useForm } from '../ui/form/Form.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { useZone } from '../ui/zone.ts'
import { PrintSlip } from './PrintSlip.tsx'

export const depositCheques = (cheques: readonly Cheque[]) =>
  ask(`Déposer ${count(cheques.length, 'chèque')}`, null, (close) => <DepositForm cheques={cheques} onClose={() => close(null)} />)

interface Props {
  cheques: readonly Cheque[]
  onClose: () => void
}

function DepositForm({ cheques, onClose }: Props) {
  const deposits = useCall(chequeCalls.listDeposits)
  if (!deposits.data && !deposits.isError) return null
  return <Fields cheques={cheques} onClose={onClose} last={deposits.data?.[0]} />
}

/** Where the last deposit went is offered again. */
function Fields({ cheques, onClose, last }: Props & { last: { bank: string | null; accountDigits: string | null } | undefined }) {
  const today = todayIn(useZone(), new Date())
  const [id] = useState(() => crypto.randomUUID())
  const [isMade, setMade] = useState(false)
  const form = useForm(depositFields.omit({ chequeIds: true }), {
    defaultValues: { depositedOn: today, bank: last?.bank ?? null, accountDigits: last?.accountDigits ?? null },
  })
  const at = fieldsOf(form)
  const make = useAction(chequeCalls.createDeposit, {
    done: 'Chèques déposés',
    failed: 'Impossible de déposer ces chèques.',
    after: () => setMade(true),
  })
  const day = form.watch('depositedOn')
  const trouble = cheques.flatMap((cheque) => depositTrouble(cheque, day) ?? [])
  const sum = cheques.reduce((all, { amount }) => all + amount, 0)
  if (isMade)
    return (
      <Stack>
        <Text>{`${count(cheques.length, 'chèque déposé', 'chèques déposés')}, ${formatMoney(sum)}.`}</Text>
        <Group justify="flex-end">
          <PrintSlip id={id} />
          <Button onClick={onClose}>Terminé</Button>
        </Group>
      </Stack>
    )
  return (
    <Form
      form={form}
      problem={make.error}
      under="deposit"
      aria-label="Dépôt"
      onSubmit={(deposit) =>
        make.mutateAsync({ id, deposit: { ...deposit, chequeIds: cheques.map((cheque) => cheque.id) } }).catch(() => undefined)
      }
    >
      <Stack>
        <Text className="bordee-figures">
          {count(cheques.length, 'chèque')}, <strong>{formatMoney(sum)}</strong>
        </Text>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextField name={at('bank')} label="Institution" nullable />
          <TextField name={at('accountDigits')} label="Derniers chiffres du compte" nullable placeholder="4821" />
        </SimpleGrid>
        <DateField name={at('depositedOn')} label="Date du dépôt" required />
        {trouble.length > 0 && <Alert color="amber">{trouble[0]}</Alert>}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Annuler
          </Button>
          <SubmitButton>Déposer</SubmitButton>
        </Group>
      </Stack>
    </Form>
  )
}
