import { type Billable, type BillableChanges, type BillableUnit, billableAmount, billableChanges } from '@bordee/core/billables/billable.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { required } from '@bordee/core/wire.ts'
import { Button, Group, Stack, Text } from '@mantine/core'
import type * as z from 'zod'
import { Form, fieldsOf, SubmitButton, useForm } from '../ui/form/Form.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { MoneyField, NumberField } from '../ui/form/numbers.tsx'

const schema = billableChanges.pick({ description: true, quantity: true, price: true }).required()
export type Correction = Pick<BillableChanges, 'description' | 'quantity' | 'price'>

const suffixes: Record<BillableUnit, string | undefined> = {
  pass: undefined,
  outing: undefined,
  minute: 'min',
  kg: 'kg',
  bag: undefined,
  cm: 'cm',
  adjustment: undefined,
}
const priceLabels: Record<BillableUnit, string> = {
  pass: 'Prix par passage',
  outing: 'Prix de la sortie',
  minute: 'Taux à l’heure',
  kg: 'Prix par kg',
  bag: 'Prix par sac',
  cm: 'Prix par centimètre',
  adjustment: 'Montant',
}

interface Props {
  line: Billable
  onAnswer: (changes: Correction | null) => void
}

export function CorrectionForm({ line: { description, quantity, price, unit }, onAnswer }: Props) {
  const form = useForm(schema, {
    defaultValues: { description, quantity: quantity as number, price: price as number } satisfies z.input<typeof schema>,
  })
  const at = fieldsOf(form)
  const [typedQuantity, typedPrice] = form.watch(['quantity', 'price'])
  const amount = billableAmount({ unit, quantity: typedQuantity ?? null, price: typedPrice ?? null })
  return (
    <Form form={form} onSubmit={onAnswer} aria-label="Correction">
      <Stack>
        <TextField name={at('description')} label="Description" required maxLength={255} autoComplete="off" />
        {unit !== 'adjustment' && (
          <NumberField
            name={at('quantity')}
            label={unit === 'minute' ? 'Minutes' : 'Quantité'}
            suffix={suffixes[unit]}
            decimals={2}
            min={0.01}
            max={1_000_000}
          />
        )}
        <MoneyField name={at('price')} label={priceLabels[unit]} min={unit === 'adjustment' ? -100_000_000 : 0} max={100_000_000} />
        <Text size="sm" className="bordee-figures" role="status">
          {amount === null ? required : `Montant avant taxes\u00a0: ${formatMoney(amount)}`}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => onAnswer(null)}>
            Annuler
          </Button>
          <SubmitButton>Corriger</SubmitButton>
        </Group>
      </Stack>
    </Form>
  )
}
