import type { PaymentMethod } from '@bordee/core/payments/card.ts'
import { paymentCalls } from '@bordee/core/payments/payments.calls.ts'
import { text } from '@bordee/core/wire.ts'
import { Alert, Button, Group, Skeleton, Stack } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import * as z from 'zod'
import { useAction } from '../calls.ts'
import { Form, fieldsOf, SubmitButton, useForm } from '../ui/form/Form.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { loadStripe, openCardElements, type StripeElements, type StripeJs } from './stripe.ts'

interface Props {
  publishableKey: string
  onSaved: (card: PaymentMethod) => void
  onCancel: () => void
}

const holder = z.object({ name: text(100) })
const at = fieldsOf<z.infer<typeof holder>>()
const failed = 'Erreur lors de l’enregistrement de la carte.'

/** Saves a new card with Stripe's own field, so that the number never reaches us. Stripe also asks the bank. */
export function StripeCardForm({ publishableKey, onSaved, onCancel }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState<{ stripe: StripeJs; elements: StripeElements } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const form = useForm(holder, { defaultValues: { name: '' } })
  const { mutateAsync: setUp } = useAction(paymentCalls.setUpPaymentMethod, { failed })
  const { mutateAsync: add } = useAction(paymentCalls.addPaymentMethod, { done: 'Carte enregistrée', failed, after: onSaved })

  useEffect(() => {
    let isOpen = true
    let close: () => void = () => undefined
    async function open() {
      const [{ clientSecret }, stripe] = await Promise.all([setUp({}), loadStripe(publishableKey)])
      if (!isOpen || !place.current) return
      const elements = openCardElements(stripe, clientSecret)
      const field = elements.create('payment')
      close = () => field.destroy()
      field.on('ready', () => setOpened({ stripe, elements }))
      field.mount(place.current)
    }
    open().catch(() => isOpen && setProblem(failed))
    return () => {
      isOpen = false
      close()
    }
  }, [publishableKey, setUp])

  async function save({ stripe, elements }: NonNullable<typeof opened>, name: string) {
    const { error: incomplete } = await elements.submit()
    if (incomplete) return // Stripe's field shows why
    const confirmParams = { payment_method_data: { billing_details: { name } } }
    const { setupIntent, error } = await stripe.confirmSetup({ elements, confirmParams, redirect: 'if_required' })
    const method = setupIntent?.status === 'succeeded' ? setupIntent.payment_method : null
    if (error || !method) return setProblem(error?.message ?? failed)
    await add({ paymentMethodId: typeof method === 'string' ? method : method.id })
  }

  async function attempt(name: string) {
    if (!opened) return
    setIsBusy(true)
    setProblem(null)
    await save(opened, name).catch(() => undefined) // the action shows the error
    setIsBusy(false)
  }

  return (
    <Form form={form} onSubmit={({ name }) => attempt(name)} aria-label="Carte de crédit">
      <Stack>
        {problem && (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        )}
        <TextField name={at('name')} label="Nom du titulaire" required autoComplete="cc-name" autoFocus />
        {!opened && !problem && <Skeleton height={120} radius={10} />}
        <div ref={place} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Annuler
          </Button>
          <SubmitButton busy={isBusy} disabled={!opened}>
            Enregistrer la carte
          </SubmitButton>
        </Group>
      </Stack>
    </Form>
  )
}
