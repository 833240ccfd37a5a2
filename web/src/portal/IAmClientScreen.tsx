import { Button } from '@mantine/core'
import { IconHome } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { EmptyState } from '../ui/states.tsx'

/** A client who opens the back-office is shown the way to his own space. */
export function IAmClientScreen() {
  const navigate = useNavigate()
  return (
    <EmptyState
      page
      icon={<IconHome />}
      title="Votre espace client"
      description="Cette partie de Bordée est réservée aux équipes de déneigement. Vos contrats et vos occupants vous attendent dans votre espace client."
      action={<Button onClick={() => void navigate({ to: '/client/contracts' })}>Ouvrir mon espace client</Button>}
    />
  )
}
