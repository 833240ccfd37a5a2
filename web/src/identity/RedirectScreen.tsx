import { Anchor, Loader } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { PublicCard } from '../shells/PublicCard.tsx'
import { encodeEmail } from './email-in-path.ts'
import { storeResetCode } from './reset-code.ts'
import { useLater } from './useLater.ts'

// auth/redirect: the entry point of e-mailed links (docs/product/identity.md).
export function RedirectScreen() {
  const { mode, email, contractId, companyId, oobCode } = useSearch({ from: '/public/auth/redirect' })
  const navigate = useNavigate()
  const isTooLong = useLater(6000)

  useEffect(() => {
    if (mode === 'signIn' && email && oobCode) {
      const params = { email: encodeEmail(email), code: oobCode, ...(contractId && { contractId }) }
      void navigate({ to: '/auth/validate/sign-in-link/$email/{-$code}/{-$contractId}', params, replace: true })
    } else if (mode === 'signIn') {
      void navigate({
        to: '/auth/client/sign-in',
        search: { ...(email && { email }), ...(companyId && { companyId }), ...(contractId && { contractId }) },
        replace: true,
      })
    } else if (mode === 'resetPassword') {
      storeResetCode(oobCode)
      void navigate({ to: '/edit-password', replace: true })
    } else if (mode === 'verifyEmail' || mode === 'verifyCompany') {
      const to = mode === 'verifyEmail' ? '/auth/verify-email' : '/auth/verify-company'
      void navigate({ to, search: { ...(email && { email }), ...(oobCode && { oobCode }) }, replace: true })
    }
  }, [mode, email, contractId, companyId, oobCode, navigate])

  if (!isTooLong) {
    return (
      <PublicCard title="Un instant…">
        <Loader role="status" aria-label="Chargement" />
      </PublicCard>
    )
  }
  return (
    <PublicCard
      title="Lien invalide"
      lead="Ce lien n’est pas complet. Ouvrez-le de nouveau depuis le courriel, ou copiez-le en entier."
      links={
        <Anchor component={Link} to="/sign-in">
          Aller à la connexion
        </Anchor>
      }
    />
  )
}
