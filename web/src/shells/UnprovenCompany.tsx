import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { Button } from '@mantine/core'
import { IconMailQuestion } from '@tabler/icons-react'
import { useAction } from '../calls.ts'
import { useProofLetter } from '../identity/useProofLetter.ts'
import { useMe } from '../session.tsx'
import classes from './DashboardShell.module.css'

/** Says what waits until an e-mail is confirmed, an owner's or the company's, and has the letter sent again. */
export function UnprovenCompany() {
  const { account, role, company } = useMe()
  if (!company) return null
  return (
    <div role="status" className={classes.notice}>
      <IconMailQuestion size={18} aria-hidden />
      {company.isProven && <CompanyProof email={company.email} />}
      {!company.isProven &&
        (role === 'owner' && !account.emailVerified ? (
          <OwnProof email={account.email} />
        ) : (
          <span>Aucun propriétaire n’a encore confirmé son courriel&nbsp;: d’ici là, rien ne part de la compagnie.</span>
        ))}
    </div>
  )
}

function CompanyProof({ email }: { email: string }) {
  const send = useAction(companyCalls.sendCompanyProof, {
    done: `Un lien de confirmation vient d’être envoyé à ${email}. Il est valide sept jours.`,
    failed: 'Impossible d’envoyer le courriel de confirmation.',
  })
  return (
    <>
      <span>Le courriel de la compagnie, {email}, n’est pas confirmé&nbsp;: d’ici là, les courriels vont aux propriétaires.</span>
      <Button variant="default" size="compact-sm" loading={send.isPending} onClick={() => send.mutate({})}>
        Envoyer le lien de confirmation
      </Button>
    </>
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
