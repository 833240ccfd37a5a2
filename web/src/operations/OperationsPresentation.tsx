import { IconFlag, IconListCheck, IconRoute } from '@tabler/icons-react'
import { ModuleRequest } from '../companies/ModuleRequest.tsx'
import { TrialLink } from '../onboarding/TrialLink.tsx'
import { isModuleActive, useMe } from '../session.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Presentation } from '../ui/Presentation.tsx'
import { PageHeader } from '../ui/states.tsx'

const points = [
  { icon: IconRoute, title: 'Toute la nuit sur une page', text: 'Les tournées, la neige tombée et l’heure à laquelle tout sera fait.' },
  {
    icon: IconListCheck,
    title: 'Ce qu’il reste à faire',
    text: 'Les entrées à reprendre et les demandes, confiées au camion le plus proche.',
  },
  {
    icon: IconFlag,
    title: 'Un rapport au matin',
    text: 'Les passages de chaque client, les heures et ce qui n’a pas été fait, avec la raison.',
  },
]

/** Whether the company may open operations; those that it has stay readable without. */
export function useHasOperations(): boolean {
  const { company } = useMe()
  return isModuleActive(company, 'geolocation') || isModuleActive(company, 'alerts')
}

/** Presents the operations to a company that has neither the fleet nor the alerts. */
export function OperationsPresentation() {
  return (
    <>
      <PageHeader title="Opérations" />
      <Presentation
        title="Menez vos nuits d’un seul tableau"
        points={points}
        cost="Sans frais&nbsp;: les opérations viennent avec la flotte ou les alertes. Notre équipe active le module à votre demande."
        picture={{ name: 'nuit', alt: 'Le tableau d’une opération, avec ses tournées, la carte et ce qu’il faut traiter' }}
      >
        <ModuleRequest module="geolocation" />
        <TrialLink />
        <LinkButton to="/dashboard/alerts" variant="default">
          Voir les alertes
        </LinkButton>
      </Presentation>
    </>
  )
}
