import { type Cents, formatMoney } from '@bordee/core/money.ts'
import { required } from '@bordee/core/wire.ts'
import { Button, Group, Stack, Text } from '@mantine/core'
import * as z from 'zod'
import { Form, fieldsOf, SubmitButton, useForm } from '../ui/form/Form.tsx'
import { MoneyField } from '../ui/form/numbers.tsx'

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
