import type { PaymentMethod } from '@bordee/core/payments/card.ts'
import { paymentCalls } from '@bordee/core/payments/payments.calls.ts'
import { Alert, Button, Group, Radio, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useCall } from '../calls.ts'
import { CardForm } from './CardForm.tsx'
import { cardName } from './SavedCards.tsx'

interface Props {
  onCancel: () => void
  /** The button that pays with this card. */
  children: (card: PaymentMethod) => ReactNode
}

/** Chooses the card that pays; asks for one if there is none. After a refusal the user can choose another. */
export function CardChoice({ onCancel, children }: Props) {
  const cards = useCall(paymentCalls.listPaymentMethods)
  const [adding, setAdding] = useState(false)
  const [chosenId, setChosenId] = useState<string | null>(null)
  const card = cards.data?.find(({ id }) => id === chosenId) ?? cards.data?.find(({ isDefault }) => isDefault) ?? cards.data?.[0]
  if (cards.isPending) return <Text role="status">Chargement…</Text>
  if (cards.isError)
    return (
      <Alert color="red" title="Impossible de lister les cartes.">
        <Button size="xs" variant="default" onClick={() => void cards.refetch()}>
          Réessayer
        </Button>
      </Alert>
    )
  if (adding || !card)
    return (
      <CardForm
        onSaved={({ id }) => {
          setChosenId(id)
          setAdding(false)
        }}
        onCancel={card ? () => setAdding(false) : onCancel}
      />
    )
  return (
    <>
      <Radio.Group label="Carte" value={card.id} onChange={setChosenId}>
        <Stack gap="xs" mt={6}>
          {cards.data.map((one) => (
            <Radio key={one.id} value={one.id} label={cardName(one)} />
          ))}
        </Stack>
      </Radio.Group>
      <Group justify="flex-end">
        <Button variant="default" onClick={() => setAdding(true)}>
          Une autre carte
        </Button>
        {children(card)}
      </Group>
    </>
  )
}
