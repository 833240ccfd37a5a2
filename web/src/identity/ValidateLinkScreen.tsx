import { identityCalls } from '@bordee/core/identity/identity.calls.ts'
import { Alert, Anchor, Loader } from '@mantine/core'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { ask } from '../api.ts'
import { identity, useSession } from '../session.tsx'
import { PublicCard } from '../shells/PublicCard.tsx'
import { decodeEmail } from './email-in-path.ts'
import { useLater } from './useLater.ts'

const expired = 'Le lien de connexion a expiré ou est invalide.'

// auth/validate/sign-in-link/:email/:code?/:contractId?: exchanges the link for a session (docs/product/identity.md).
export function ValidateLinkScreen() {
  const { email: encoded, code, contractId } = useParams({ from: '/public/auth/validate/sign-in-link/$email/{-$code}/{-$contractId}' })
  const navigate = useNavigate()
  const { state, reload } = useSession()
  const isTooLong = useLater(6000)
  const [step, setStep] = useState<'loading' | 'success' | 'error'>('loading')
  const begun = useRef(false)
  const isReady = state.status !== 'loading'
  const isSignedIn = state.status === 'ready'

  useEffect(() => {
    if (!isReady || begun.current) return
    begun.current = true // a code is good once: never twice for one page
    const email = decodeEmail(encoded)
    const enter = async () => {
      if (isSignedIn) return // the session at hand is kept
      if (!email || !code) throw new Error('incomplete link')
      const { token } = await ask(identityCalls.retrieveSignInLinkToken, { email, code, ...(contractId && { contractId }) })
      await identity.signInWithToken(token)
      await reload()
    }
    enter().then(
      () => setStep('success'),
      () => setStep('error'),
    )
  }, [isReady, isSignedIn, encoded, code, contractId, reload])

  useEffect(() => {
    if (step !== 'success') return
    const timer = setTimeout(() => void navigate({ to: '/client/contracts', replace: true }), 500)
    return () => clearTimeout(timer)
  }, [step, navigate])

  if (step === 'success') return <PublicCard title="Vous êtes connecté" lead="Vos contrats s’ouvrent dans un instant." />
  if (step === 'loading' && !isTooLong) {
    return (
      <PublicCard title="Connexion en cours…">
        <Loader role="status" aria-label="Connexion en cours" />
      </PublicCard>
    )
  }
  return (
    <PublicCard
      title="Connexion impossible"
      links={
        <Anchor
          component={Link}
          to="/auth/client/sign-in"
          search={{ ...(decodeEmail(encoded) && { email: decodeEmail(encoded) ?? '' }), ...(contractId && { contractId }) }}
        >
          Recevoir un nouveau lien
        </Anchor>
      }
    >
      <Alert color="amber" role="alert">
        {step === 'error' ? 'Erreur lors de la connexion. Veuillez réessayer.' : expired} {step === 'error' && expired}
      </Alert>
    </PublicCard>
  )
}
