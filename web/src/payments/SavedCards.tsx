import { brandNames, type PaymentMethod } from '@bordee/core/payments/card.ts'
import { paymentCalls } from '@bordee/core/payments/payments.calls.ts'
import { ActionIcon, Button, Skeleton, Stack } from '@mantine/core'
import { IconCreditCard, IconPlus, IconTrash } from '@tabler/icons-react'
import { useLatePayment } from '../billing/useLatePayment.ts'
import { useAction, useCall } from '../calls.ts'
import { ask, confirmRemoval } from '../ui/dialogs.tsx'
import { FormSection } from '../ui/form/FormSection.tsx'
import { Status } from '../ui/Status.tsx'
import { Hint, Refusal } from '../ui/words.tsx'
import { CardForm } from './CardForm.tsx'
import classes from './SavedCards.module.css'

/** The cards the company pays Bordée with (docs/product/payments.md). Saved at once, apart from the outer form. */
export function SavedCards() {
  const cards = useCall(paymentCalls.listPaymentMethods)
  const remove = useAction(paymentCalls.deletePaymentMethod, {
    done: 'Carte supprimée',
    failed: 'Impossible de supprimer la carte.',
  })

  const prefer = useAction(paymentCalls.setDefaultPaymentMethod, {
    done: 'Carte par défaut changée',
    failed: 'Impossible de changer la carte par défaut.',
  })
  const offerToPay = useLatePayment()

  /** What the earlier cards could not pay. */
  const offer = (card: PaymentMethod) => void offerToPay(cardName(card)).catch(() => undefined) // a refusal was shown

  async function askThenRemove(card: PaymentMethod) {
    const sure = await confirmRemoval({
      title: 'Supprimer cette carte?',
      message:
        `${cardName(card)} ne pourra plus servir à ` +
        `payer.${card.isDefault && (cards.data?.length ?? 0) > 1 ? ' La plus ancienne des autres cartes la remplacera.' : ''}`,
    })
    if (sure) remove.mutate({ paymentMethodId: card.id })
  }

  return (
    <FormSection title="Cartes de crédit" about="Pour vos alertes et votre abonnement à Bordée.">
      <Stack gap="sm" align="stretch">
        {cards.isPending && <Skeleton height={56} radius={10} />}
        {cards.isError && <Refusal>Impossible de lister les cartes.</Refusal>}
        {cards.data?.length === 0 && <Hint>Aucune carte enregistrée.</Hint>}
        {cards.data && cards.data.length > 0 && (
          <ul className={classes.cards} aria-label="Cartes enregistrées">
            {cards.data.map((card) => (
              <li key={card.id}>
                <IconCreditCard size={22} stroke={1.6} aria-hidden />
                <span className={classes.card}>
                  <span className="bordee-figures">{cardName(card)}</span>
                  <span className={classes.details}>
                    {card.name}, expire {expiryOf(card)}
                  </span>
                </span>
                {card.isDefault ? (
                  <Status tone="good">Par défaut</Status>
                ) : (
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    aria-label={`Définir par défaut\u00a0: ${cardName(card)}`}
                    loading={prefer.isPending && prefer.variables.paymentMethodId === card.id}
                    onClick={() => prefer.mutate({ paymentMethodId: card.id }, { onSuccess: () => offer(card) })}
                  >
                    Définir par défaut
                  </Button>
                )}
                <ActionIcon
                  aria-label={`Supprimer ${cardName(card)}`}
                  loading={remove.isPending && remove.variables.paymentMethodId === card.id}
                  onClick={() => void askThenRemove(card)}
                >
                  <IconTrash size={17} />
                </ActionIcon>
              </li>
            ))}
          </ul>
        )}
        <Button
          variant="default"
          className={classes.add}
          leftSection={<IconPlus size={16} />}
          onClick={() =>
            void ask<PaymentMethod | null>('Ajouter une carte', null, (answer) => (
              <CardForm onSaved={answer} onCancel={() => answer(null)} />
            )).then((card) => card?.isDefault && offer(card))
          }
        >
          Ajouter une carte
        </Button>
      </Stack>
    </FormSection>
  )
}

/** « Visa •••• 4242 » */
export const cardName = ({ brand, last4 }: PaymentMethod) => `${brandNames[brand] ?? 'Carte'} ••••\u00a0${last4}`
const expiryOf = ({ expMonth, expYear }: PaymentMethod) => `${String(expMonth).padStart(2, '0')}/${expYear}`
