import { Button } from '@mantine/core'
import { IconMailQuestion } from '@tabler/icons-react'
import { useProofLetter } from '../identity/useProofLetter.ts'
import { useSession } from '../session.tsx'
import classes from './DashboardShell.module.css'

/** Says that nothing leaves the company yet, and why; an owner can have the letter sent again. */
export function UnprovenCompany() {
  const { state } = useSession()
  if (state.status !== 'ready' || !state.company || state.company.isProven) return null
  const { account, role } = state
  return (
    <div role="status" className={classes.notice}>
      <IconMailQuestion size={18} aria-hidden />
      {role === 'owner' && !account.emailVerified ? (
        <OwnProof email={account.email} />
      ) : (
        <span>Aucun propriétaire n’a encore confirmé son courriel&nbsp;: d’ici là, rien ne part de la compagnie.</span>
      )}
    </div>
  )
}

function OwnProof({ email }: { email: string }) {
  const { isBusy, send } = useProofLetter(email)
  return (
    <>
      <span>
        Confirmez votre courriel&nbsp;: ouvrez le lien envoyé à {email}. D’ici là, ni alerte, ni contrat, ni invitation ne part de la
        compagnie.
      </span>
      <Button variant="default" size="compact-sm" loading={isBusy} onClick={() => void send()}>
        Renvoyer le courriel
      </Button>
    </>
  )
}
