import { Button } from '@mantine/core'
import { IconDeviceMobile, IconMapPin, IconPlayerPlay } from '@tabler/icons-react'
import { ModuleRequest } from '../companies/ModuleRequest.tsx'
import { useDemoUrl } from '../config.ts'
import { TrialLink } from '../onboarding/TrialLink.tsx'
import { Presentation } from '../ui/Presentation.tsx'

const points = [
  { icon: IconMapPin, title: 'En direct', text: 'Voyez où sont vos camions et ce qui reste à faire, pendant la tempête.' },
  {
    icon: IconPlayerPlay,
    title: 'Revoir et prouver',
    text: 'Quand un client se plaint, rejouez la tournée\u00a0: chaque passage chez lui est daté.',
  },
  { icon: IconDeviceMobile, title: 'Un téléphone suffit', text: 'L’opérateur ouvre une page; les traceurs s’ajoutent si vous en avez.' },
]

/** Presents the fleet to a company that doesn't have the module. Platform staff activate it. */
export function FleetPresentation() {
  const demo = useDemoUrl()
  return (
    <Presentation
      title="Suivez votre flotte"
      points={points}
      cost="Sans frais&nbsp;: Bordée ne facture que les alertes. Notre équipe active le module à votre demande."
      picture={{ name: 'suivi', alt: 'Les camions sur la carte, et l’avancement de chaque tournée' }}
    >
      <ModuleRequest module="geolocation" />
      <TrialLink />
      <Button variant="default" component="a" href={demo} target="_blank" rel="noreferrer">
        Demander une démo
      </Button>
    </Presentation>
  )
}
