import { Button } from '@mantine/core'
import { IconHome } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useSession } from '../session.tsx'
import { EmptyState } from '../ui/states.tsx'

/** A client who opens the back-office is shown the way to his own space. */
export function IAmClientScreen() {
  const navigate = useNavigate()
  const { signOut } = useSession()
  return (
    <EmptyState
      page
      icon={<IconHome />}
      title="Votre espace client"
      description="Cette partie de Bordée est réservée aux équipes de déneigement. Vos contrats et vos occupants vous attendent dans votre espace client."
      action={
        <>
          <Button onClick={() => void navigate({ to: '/client/contracts' })}>Ouvrir mon espace client</Button>
          {/* Whoever also works here came by a link, which opens a client's session only: the password opens the other. */}
          <Button variant="default" onClick={() => void signOut()}>
            Je travaille pour une compagnie
          </Button>
        </>
      }
    />
  )
}
