import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { sentence } from '@bordee/core/text.ts'
import { Alert, Button } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useAction } from '../calls.ts'
import { PublicCard } from '../shells/PublicCard.tsx'

// auth/verify-company: the reader of a company's e-mail confirms it, without an account. A press, because programs that
// look into links open them too.
export function VerifyCompanyScreen() {
  const { email = 'cette adresse', oobCode } = useSearch({ from: '/public/answers/auth/verify-company' })
  const confirm = useAction(companyCalls.confirmCompanyEmail, { failed: () => null })
  if (confirm.data)
    return (
      <PublicCard
        title="Courriel confirmé"
        lead={
          <>
            {sentence(`${confirm.data.email} recevra maintenant les courriels destinés à ${confirm.data.companyName}`)} Vous pouvez fermer
            cette page.
          </>
        }
      />
    )
  return (
    <PublicCard
      title="Confirmez le courriel de la compagnie"
      lead={
        `Une fois confirmée, ${email} recevra les courriels destinés à la compagnie nommée dans le courriel\u00a0: ` +
        'demandes de soumission, contrats signés, demandes de clients. Si vous ne la connaissez pas, fermez cette page\u00a0: ' +
        'rien ne change.'
      }
    >
      {confirm.error !== null && (
        <Alert color="amber" role="alert" mb="md">
          {confirm.error instanceof Error ? confirm.error.message : 'Impossible de confirmer cette adresse pour le moment.'}
        </Alert>
      )}
      <Button size="md" fullWidth loading={confirm.isPending} onClick={() => confirm.mutate({ code: oobCode })}>
        Confirmer cette adresse
      </Button>
    </PublicCard>
  )
}
