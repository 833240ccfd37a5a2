import { identityCalls } from '@bordee/core/identity/identity.calls.ts'
import { Problem } from '@bordee/core/problem.ts'
import { actingRoleNames } from '@bordee/core/roles.ts'
import { Alert, Anchor, Button, Loader, Stack } from '@mantine/core'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ask } from '../api.ts'
import { beingChanged } from '../contracts/beingChanged.ts'
import { identity, type SessionState, useSession } from '../session.tsx'
import { PublicCard } from '../shells/PublicCard.tsx'
import { decodeEmail } from './email-in-path.ts'
import { useLater } from './useLater.ts'

type SignedIn = SessionState & { status: 'ready' }
type Step = 'waiting' | 'unknown' | 'asking' | 'entering' | 'success' | 'failed' | 'expired' | 'in-draft'

// auth/validate/sign-in-link/:email/:code?/:contractId?: exchanges the link for a session (docs/product/identity.md).
export function ValidateLinkScreen() {
  const { email: encoded, code, contractId } = useParams({ from: '/public/auth/validate/sign-in-link/$email/{-$code}/{-$contractId}' })
  const email = decodeEmail(encoded)
  const navigate = useNavigate()
  const { state, reload } = useSession()
  const [step, setStep] = useState<Step>('waiting')
  const begun = useRef(false)
  /** The token the code was exchanged for. It allows a retry, which the single-use code doesn't. */
  const exchanged = useRef<string>(undefined)

  useEffect(() => {
    if (state.status === 'loading' || begun.current) return
    begun.current = true // the code is single-use: exchange it once per page
    if (state.status === 'failed')
      setStep('unknown') // we couldn't find out who is signed in here, and must not sign them out
    else if (state.status !== 'ready') void enter()
    else setStep(isKept(state, email) ? 'success' : 'asking')
  })

  useEffect(() => {
    if (step !== 'success') return
    const go = () =>
      navigate(
        contractId
          ? { to: '/client/contracts/$contractId', params: { contractId }, replace: true }
          : { to: '/client/contracts', replace: true },
      )
    const timer = setTimeout(() => void go(), 500)
    return () => clearTimeout(timer)
  }, [step, contractId, navigate])

  /** Ends the current session only once the link has proved valid. */
  async function enter() {
    setStep('entering')
    try {
      if (!email || !code) throw new Problem(422, 'incomplete link')
      exchanged.current ??= (await ask(identityCalls.retrieveSignInLinkToken, { email, code, ...(contractId && { contractId }) })).token
      if (identity.user) await identity.signOut()
      await identity.signInWithToken(exchanged.current)
      await reload()
      setStep('success')
    } catch (error) {
      setStep(stepAfter(error))
    }
  }

  if (step === 'success')
    return (
      <PublicCard
        title="Vous êtes connecté"
        lead={contractId ? 'Votre contrat s’ouvre dans un instant.' : 'Vos contrats s’ouvrent dans un instant.'}
      />
    )
  const another = <AnotherLink search={{ ...(email && { email }), ...(contractId && { contractId }) }} />
  if (step === 'asking' && state.status === 'ready' && email) return <WhoIsIt session={state} email={email} onChange={() => void enter()} />
  if (step === 'in-draft') return <PublicCard title={beingChanged.title} lead={beingChanged.description} />
  if (step === 'expired' || step === 'asking') return <Impossible links={another}>{expired}</Impossible>
  if (step === 'failed' || step === 'unknown')
    return (
      <Impossible links={another}>
        Erreur lors de la connexion. Veuillez réessayer.
        <Button mt="sm" variant="default" onClick={() => (step === 'failed' ? void enter() : window.location.reload())}>
          Réessayer
        </Button>
      </Impossible>
    )
  return <Entering links={another} />
}

const expired = 'Le lien de connexion a expiré ou est invalide.'

/** Keep the session if it is a client's, opened with the address the link was sent to. */
const isKept = ({ role, account }: SignedIn, email: string | null) => role === 'client' && account.email === email

/** A refusal is final. After a network failure the user can retry, because the code was not used. */
function stepAfter(error: unknown): Step {
  if (!(error instanceof Problem) || error.status >= 500) return 'failed'
  return error.body.code === 'contract-in-draft' ? 'in-draft' : 'expired'
}

/** Another user is signed in here, or the same one as staff: ask before replacing the session. */
function WhoIsIt({ session, email, onChange }: { session: SignedIn; email: string; onChange: () => void }) {
  const { account, company, role } = session
  const isAtWork = role !== null && role !== 'client'
  const isSame = account.email === email
  const standing = isAtWork ? ` comme ${actingRoleNames[role].toLowerCase()}${company ? ` de ${company.name}` : ''}` : ''
  return (
    <PublicCard
      title={isSame ? 'Ouvrir votre espace client?' : 'Changer d’adresse?'}
      lead={
        <>
          Vous êtes connecté{standing} avec <strong>{account.email}</strong>. Ce lien{' '}
          {isSame ? (
            'ouvre votre espace client'
          ) : (
            <>
              a été envoyé à <strong>{email}</strong>
            </>
          )}
          {isAtWork ? '; votre session de travail se fermera dans ce navigateur.' : '.'}
        </>
      }
    >
      <Stack>
        <Button onClick={onChange}>{isSame ? 'Ouvrir mon espace client' : `Continuer avec ${email}`}</Button>
        <Button variant="default" component={Link} to={isAtWork ? '/dashboard' : '/client/contracts'}>
          {isAtWork ? 'Retourner à mon travail' : `Rester avec ${account.email}`}
        </Button>
      </Stack>
    </PublicCard>
  )
}

function Entering({ links }: { links: ReactNode }) {
  const isTooLong = useLater(6000)
  if (isTooLong) return <Impossible links={links}>{expired}</Impossible>
  return (
    <PublicCard title="Connexion en cours…">
      <Loader role="status" aria-label="Connexion en cours" />
    </PublicCard>
  )
}

function Impossible({ links, children }: { links: ReactNode; children: ReactNode }) {
  return (
    <PublicCard title="Connexion impossible" links={links}>
      <Alert color="amber" role="alert">
        {children}
      </Alert>
    </PublicCard>
  )
}

function AnotherLink({ search }: { search: { email?: string; contractId?: string } }) {
  return <Anchor renderRoot={(props) => <Link {...props} to="/auth/client/sign-in" search={search} />}>Recevoir un nouveau lien</Anchor>
}
