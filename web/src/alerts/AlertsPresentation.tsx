import { activationFee } from '@bordee/core/alerts/activation.ts'
import { alertCalls } from '@bordee/core/alerts/alerts.calls.ts'
import { activationBill, platformRates } from '@bordee/core/billing/bill.ts'
import { alertPriceOf } from '@bordee/core/companies/alert-prices.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { Problem } from '@bordee/core/problem.ts'
import { Button, Modal, Stack, Text } from '@mantine/core'
import { IconBuilding, IconMessage, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { useAction } from '../calls.ts'
import { useCan } from '../can.ts'
import { ModuleRequest } from '../companies/ModuleRequest.tsx'
import { useDemoUrl } from '../config.ts'
import { confirmWithBank } from '../payments/BankConfirmation.tsx'
import { CardChoice } from '../payments/CardChoice.tsx'
import { useMe, useSession } from '../session.tsx'
import { notify } from '../ui/notify.ts'
import { Presentation } from '../ui/Presentation.tsx'
import { PageHeader } from '../ui/states.tsx'

const points = [
  { icon: IconMessage, title: 'Texto', text: 'Un texto ou un appel avant chaque passage\u00a0: aucune voiture dans le chemin.' },
  {
    icon: IconPencil,
    title: 'Personnalisable',
    text: 'Vos propres messages, envoyés par secteur ou par trajet, aux heures que vous choisissez.',
  },
  { icon: IconBuilding, title: 'Immeuble à revenus', text: 'Tous les locataires d’un immeuble sont avisés, chacun à son numéro.' },
]

/** Presents the module to a company that doesn't have it; an employee can't activate it. */
export function AlertsPresentation() {
  const demo = useDemoUrl()
  const [activating, setActivating] = useState(false)
  const can = useCan()
  return (
    <>
      <PageHeader title="Alertes" />
      <Presentation
        title="Avisez vos clients avant chaque passage"
        points={points}
        cost={
          <>
            <Cost />
            {can(alertCalls.activateAlerts) && <Doors />}
          </>
        }
        picture={{ name: 'alerte', alt: 'L’envoi d’une alerte, avec le nombre de personnes avisées et le coût' }}
      >
        {can(alertCalls.activateAlerts) && <Button onClick={() => setActivating(true)}>Activer maintenant par carte</Button>}
        <ModuleRequest module="alerts" isMain={false} />
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

function useCosts() {
  const { company } = useMe()
  const price = company ? alertPriceOf(company) : 0
  const { total } = activationBill(company ? platformRates(company, new Date()) : [])
  return { price, total }
}

function Cost() {
  const { price, total } = useCosts()
  return (
    <>
      L’activation coûte {formatMoney(activationFee)} une seule fois, soit {formatMoney(total)} avec les taxes. Ensuite, chaque texto ou
      appel {price > 0 ? `coûte ${formatMoney(price)}` : 'est sans frais'}.
    </>
  )
}

function Doors() {
  return (
    <Text size="sm" mt="xs" component="span" display="block">
      Activer maintenant par carte&nbsp;: vos alertes peuvent partir tout de suite.
      <br />
      Demander l’activation&nbsp;: vous ne payez rien maintenant; notre équipe examine votre demande et vous répond par courriel. Vous
      pouvez activer les alertes par carte sans attendre sa réponse.
    </Text>
  )
}

/** Shows the price, asks for a card if there is none, then charges the activation fee once. */
function Activation({ onCancel }: { onCancel: () => void }) {
  const { total } = useCosts()
  const { reload } = useSession()
  const activate = useAction(alertCalls.activateAlerts, {
    failed: (error) => (isActiveAlready(error) ? null : 'Une erreur inconnue s’est produite.'),
  })
  async function pay(paymentMethodId: string): Promise<void> {
    const answer = await activate.mutateAsync({ paymentMethodId }).catch((error: unknown) => {
      if (isActiveAlready(error)) return null
      throw error
    })
    // Call again after the bank's check: the fee is now paid, or the refusal says why.
    if (answer && 'status' in answer) return (await confirmWithBank(answer)) ? pay(paymentMethodId) : undefined
    notify('success', 'Les alertes sont actives.')
    await reload()
  }

  return (
    <Stack>
      <Text>
        <Cost />
      </Text>
      <CardChoice onCancel={onCancel}>
        {(card) => (
          <Button loading={activate.isPending} onClick={() => void pay(card.id).catch(() => undefined)}>
            Payer {formatMoney(total)} et activer
          </Button>
        )}
      </CardChoice>
    </Stack>
  )
}

/** The server may hear of the bank's confirmation before this page asks again. */
const isActiveAlready = (error: unknown) => error instanceof Problem && error.body.code === 'alerts-active'
