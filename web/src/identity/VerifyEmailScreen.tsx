import { Alert, Anchor, Button, Loader } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { IdentityError } from '../identity.ts'
import { identity, useSession } from '../session.tsx'
import { PublicCard } from '../shells/PublicCard.tsx'

// auth/verify-email: confirms the address of the signed-in account. The account's holder must sign in first: someone
// else may have typed this address into their own account, and a mere click on the link must not confirm it for them.
export function VerifyEmailScreen() {
  const { email, oobCode } = useSearch({ from: '/public/auth/verify-email' })
  const { state, reload } = useSession()
  const navigate = useNavigate()
  const [step, setStep] = useState<'loading' | 'done' | 'error' | 'other-account'>('loading')
  const begun = useRef(false)
  const isSignedIn = state.status === 'ready' || state.status === 'unfinished'

  useEffect(() => {
    if (!isSignedIn || begun.current) return
    begun.current = true
    identity
      .confirmEmail(oobCode ?? '')
      .then(() => reload())
      .then(
        () => setStep('done'),
        (error: unknown) => setStep(error instanceof IdentityError && error.code === 'other-account' ? 'other-account' : 'error'),
      )
  }, [isSignedIn, oobCode, reload])

  if (state.status === 'anonymous' || state.status === 'failed') {
    return (
      <PublicCard
        title="Confirmez votre courriel"
        lead={
          `Connectez-vous d’abord au compte qui doit utiliser ${email ?? 'cette adresse'}. ` +
          'Si vous n’avez pas créé ce compte, fermez cette page\u00a0: rien ne change.'
        }
      >
        <Button
          size="md"
          fullWidth
          onClick={() => void navigate({ to: '/sign-in', search: { next: `${location.pathname}${location.search}` } })}
        >
          Se connecter
        </Button>
      </PublicCard>
    )
  }
  if (step === 'loading') {
    return (
      <PublicCard title="Confirmation en cours…">
        <Loader role="status" aria-label="Confirmation en cours" />
      </PublicCard>
    )
  }
  if (step === 'done') {
    return (
      <PublicCard title="Courriel confirmé" lead={email ? `${email} est bien à vous.` : undefined}>
        <Button size="md" fullWidth onClick={() => void navigate({ to: '/dashboard' })}>
          Continuer
        </Button>
      </PublicCard>
    )
  }
  return (
    <PublicCard
      title="Confirmation impossible"
      links={
        <Anchor component={Link} to="/dashboard">
          Aller à mon compte
        </Anchor>
      }
    >
      <Alert color="amber" role="alert">
        {step === 'error'
          ? 'Ce lien a expiré ou a déjà servi.'
          : 'Ce lien est celui d’un autre compte que le vôtre. Déconnectez-vous, puis ouvrez-le de nouveau depuis ce compte.'}
      </Alert>
    </PublicCard>
  )
}
