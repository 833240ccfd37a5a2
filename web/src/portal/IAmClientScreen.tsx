import { Button } from '@mantine/core'
import { IconHome } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useSession } from '../session.tsx'
import { EmptyState } from '../ui/states.tsx'

/** Sends a client who opens the back-office to the portal. */
export function IAmClientScreen() {
  const navigate = useNavigate()
  const { signOut } = useSession()
  return (
    <EmptyState
      page
      icon={<IconHome />}
      title="Votre espace client"
      description={
        'Cette partie de Bordée est réservée aux équipes de déneigement. ' +
        'Vos contrats et vos occupants vous attendent dans votre espace client.'
      }
      action={
        <>
          <Button onClick={() => void navigate({ to: '/client/contracts' })}>Ouvrir mon espace client</Button>
          {/* An employee who came by a client's link has a client session only. They must sign in with their password.
           */}
          <Button variant="default" onClick={() => void signOut()}>
            Je travaille pour une compagnie
          </Button>
        </>
      }
    />
  )
}
