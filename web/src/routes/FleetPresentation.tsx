import { Button } from '@mantine/core'
import { IconDeviceMobile, IconMapPin, IconPlayerPlay, IconShieldCheck } from '@tabler/icons-react'
import { useDemoUrl } from '../config.ts'
import { Presentation } from '../ui/Presentation.tsx'

const points = [
  { icon: IconMapPin, title: 'En direct', text: 'Voyez où sont vos véhicules et ce qui reste à faire, pendant la tempête.' },
  { icon: IconPlayerPlay, title: 'Revoir', text: 'Rejouez une tournée, minute par minute, quand un client se plaint.' },
  { icon: IconShieldCheck, title: 'Prouver', text: 'Chaque passage chez un client est daté\u00a0: plus de discussion.' },
  { icon: IconDeviceMobile, title: 'Un téléphone suffit', text: 'L’opérateur ouvre une page; les traceurs s’ajoutent si vous en avez.' },
]

/** What the fleet module brings. */
export function FleetPresentation() {
  const demo = useDemoUrl()
  return (
    <Presentation title="Suivez votre flotte" points={points}>
      <Button component="a" href={demo} target="_blank" rel="noreferrer">
        Demander une démo
      </Button>
    </Presentation>
  )
}
