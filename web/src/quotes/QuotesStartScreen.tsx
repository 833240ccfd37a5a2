import { quoteCalls } from '@bordee/core/quotes/quotes.calls.ts'
import { isPlatform } from '@bordee/core/roles.ts'
import { Button } from '@mantine/core'
import { IconBellRinging, IconMapPin, IconUserPlus } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useAction } from '../calls.ts'
import { useMe, useSession } from '../session.tsx'
import { GoTo } from '../shells/GoTo.tsx'
import { Presentation } from '../ui/Presentation.tsx'
import { PageHeader } from '../ui/states.tsx'

const points = [
  {
    icon: IconMapPin,
    title: 'Votre secteur, vos demandes',
    text: 'Dessinez où vous déneigez\u00a0: toute demande d’un résident de ce secteur vous parvient, avec sa place sur la carte.',
  },
  {
    icon: IconBellRinging,
    title: 'Avisé sur-le-champ',
    text: 'Un courriel pour chaque demande, et le compte des nouvelles dans votre menu. Le formulaire va aussi sur votre propre site.',
  },
  {
    icon: IconUserPlus,
    title: 'Client en un clic',
    text: 'Une demande devient un dossier complet\u00a0: le client, l’adresse, l’entrée tracée et ce qu’il en a dit. Puis un contrat.',
  },
]

// quotes, and unknown paths under it: presents the module until it is started, then redirects to the requests.
export function QuotesStartScreen() {
  const { company, role } = useMe()
  const { reload } = useSession()
  const navigate = useNavigate()
  const start = useAction(quoteCalls.startQuotes, {
    done: 'Nous vérifions votre compagnie\u00a0: dessinez votre secteur en attendant.',
    failed: 'Impossible d’activer les demandes de soumission.',
    async after() {
      await reload()
      await navigate({ to: '/dashboard/quotes/sector/edit' })
    },
  })
  if (company?.quoteConfig && start.isIdle) return <GoTo path="/dashboard/quotes/requests/list" />
  return (
    <>
      <PageHeader title="Soumissions" />
      <Presentation
        title="Recevez les demandes de soumission de votre secteur"
        points={points}
        cost="Sans frais&nbsp;: Bordée ne facture que les alertes. Notre équipe vérifie d’abord votre compagnie."
        picture={{ name: 'soumission', isContent: true, alt: 'Une demande de soumission, avec l’entrée tracée sur la carte' }}
      >
        <Button loading={start.isPending} onClick={() => start.mutate({ isActive: true })}>
          Commencer
        </Button>
        {role && isPlatform(role) && (
          <Button variant="default" component={Link} to="/dashboard/quotes/requests/list" search={{ unmatched: true } as never}>
            Demandes sans compagnie
          </Button>
        )}
      </Presentation>
    </>
  )
}
