import { Button } from '@mantine/core'
import { identity, useSession } from '../session.tsx'
import { GoTo } from '../shells/GoTo.tsx'
import { PublicCard } from '../shells/PublicCard.tsx'
import { notifyFailure } from '../ui/notify.ts'
import { FactorSetup } from './FactorSetup.tsx'

// /second-factor: for a user who must set up a second factor before they can do anything else.
export function SecondFactorScreen() {
  const { state, reload, signOut } = useSession()
  if (state.status === 'loading') return null
  if (state.status !== 'unfinished') return <GoTo path="/sign-in" />

  async function goOn() {
    await identity.token(true)
    await reload()
  }

  return (
    <PublicCard
      title="Validation en deux étapes"
      lead={
        'Votre compte donne accès à toutes les compagnies\u00a0: sur ce serveur, ' +
        'il demande un code de votre téléphone en plus du mot de passe.'
      }
    >
      <FactorSetup onDone={goOn} />
      <Button
        variant="subtle"
        color="gray"
        fullWidth
        mt="md"
        onClick={() => void signOut().catch((error: unknown) => notifyFailure(error, 'Impossible de vous déconnecter.'))}
      >
        Se déconnecter
      </Button>
    </PublicCard>
  )
}
