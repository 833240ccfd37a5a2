import { activationFee } from '@bordee/core/alerts/activation.ts'
import { alertCalls } from '@bordee/core/alerts/alerts.calls.ts'
import { activationBill, platformRates } from '@bordee/core/billing/bill.ts'
import { alertPriceOf } from '@bordee/core/companies/alert-prices.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { paymentCalls } from '@bordee/core/payments/payments.calls.ts'
import { Alert, Button, Group, Modal, Radio, Stack, Text } from '@mantine/core'
import { IconBuilding, IconMessage, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { useAction, useCall } from '../calls.ts'
import { useCan } from '../can.ts'
import { useDemoUrl } from '../config.ts'
import { CardForm } from '../payments/CardForm.tsx'
import { cardName } from '../payments/SavedCards.tsx'
import { useMe, useSession } from '../session.tsx'
import { Presentation } from '../ui/Presentation.tsx'
import { PageHeader } from '../ui/states.tsx'

const points = [
  { icon: IconMessage, title: 'SMS', text: 'Un texto ou un appel avant chaque passage\u00a0: plus de voiture dans le chemin.' },
  {
    icon: IconPencil,
    title: 'Personnalisable',
    text: 'Vos propres messages, envoyés par secteur ou par trajet, aux heures que vous choisissez.',
  },
  { icon: IconBuilding, title: 'Immeuble à revenus', text: 'Tous les locataires d’un immeuble sont avertis, chacun à son numéro.' },
]

/** What the module brings, for a company that does not have it; an employee cannot sign it up. */
export function AlertsPresentation() {
  const demo = useDemoUrl()
  const [activating, setActivating] = useState(false)
  const can = useCan()
  return (
    <>
      <PageHeader title="Alertes" />
      <Presentation title="Avertissez vos clients avant chaque passage" points={points}>
        {can(alertCalls.activateAlerts) && <Button onClick={() => setActivating(true)}>S'inscrire</Button>}
        <Button variant="default" component="a" href={demo} target="_blank" rel="noreferrer">
          Demander une démo
        </Button>
      </Presentation>
      <Modal opened={activating} onClose={() => setActivating(false)} title="Activer les alertes">
        {activating && <Activation onCancel={() => setActivating(false)} />}
      </Modal>
    </>
  )
}

/** What it costs; a card first, if there is none; then the fee, once. A card that was refused need not be the one that pays. */
function Activation({ onCancel }: { onCancel: () => void }) {
  const { company } = useMe()
  const { reload } = useSession()
  const cards = useCall(paymentCalls.listPaymentMethods)
  const [adding, setAdding] = useState(false)
  const [chosenId, setChosenId] = useState<string | null>(null)
  const activate = useAction(alertCalls.activateAlerts, {
    done: 'Les alertes sont actives.',
    failed: "Une erreur inconnue s'est produite.",
    after: reload,
  })
  const price = company ? alertPriceOf(company) : 0
  const { total } = activationBill(company ? platformRates(company, new Date()) : [])
  const card = cards.data?.find(({ id }) => id === chosenId) ?? cards.data?.find(({ isDefault }) => isDefault) ?? cards.data?.[0]
  return (
    <Stack>
      <Text>
        L’activation coûte {formatMoney(activationFee)} une seule fois, soit {formatMoney(total)} avec les taxes. Ensuite, chaque SMS ou
        appel {price > 0 ? `coûte ${formatMoney(price)}` : 'est sans frais'}.
      </Text>
      {cards.isPending && <Text role="status">Chargement…</Text>}
      {cards.isError && (
        <Alert color="red" title="Impossible de lister les méthodes de paiement.">
          <Button size="xs" variant="default" onClick={() => void cards.refetch()}>
            Réessayer
          </Button>
        </Alert>
      )}
      {cards.data && (adding || !card) && (
        <CardForm
          onSaved={({ id }) => {
            setChosenId(id)
            setAdding(false)
          }}
          onCancel={card ? () => setAdding(false) : onCancel}
        />
      )}
      {cards.data && !adding && card && (
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
            <Button loading={activate.isPending} onClick={() => activate.mutate({ paymentMethodId: card.id })}>
              Payer {formatMoney(total)} et activer
            </Button>
          </Group>
        </>
      )}
    </Stack>
  )
}
