import { Badge, Button } from '@mantine/core'
import { IconBellRinging, IconFileText, IconRefresh } from '@tabler/icons-react'
import { ModuleRequest } from '../companies/ModuleRequest.tsx'
import { useDemoUrl } from '../config.ts'
import { Presentation } from '../ui/Presentation.tsx'
import { PageHeader } from '../ui/states.tsx'

const points = [
  {
    icon: IconFileText,
    title: 'Contrats numériques',
    text: 'Préparés à partir d’un modèle, envoyés par courriel et signés en ligne, sans papier à faire circuler.',
  },
  {
    icon: IconRefresh,
    title: 'Renouvellement',
    text: 'Les contrats de la prochaine saison en un geste\u00a0: une année plus tard, avec vos augmentations.',
  },
  {
    icon: IconBellRinging,
    title: 'Rappels',
    text: 'Qui n’a pas signé et qui n’a pas payé reçoit un rappel, au bon moment, sans que vous y pensiez.',
  },
]

/** Presents the module to a company that doesn't have it. Platform staff activate it. */
export function ContractsPresentation() {
  const demo = useDemoUrl()
  return (
    <>
      <PageHeader title="Contrats" />
      <Presentation
        title="Faites signer vos contrats en quelques clics"
        badge={
          <Badge color="amber.1" c="amber.9" tt="none">
            Nouveau
          </Badge>
        }
        points={points}
        cost="Sans frais&nbsp;: Bordée ne facture que les alertes. Notre équipe active le module à votre demande."
        picture={{ name: 'contrats', alt: 'La liste des contrats d’une saison, avec leurs totaux' }}
      >
        <ModuleRequest module="contracts" />
        <Button variant="default" component="a" href={demo} target="_blank" rel="noreferrer">
          Demander une démo
        </Button>
      </Presentation>
    </>
  )
}
