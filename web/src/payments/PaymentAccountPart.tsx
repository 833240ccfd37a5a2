import { isFullyEnabled, type PaymentAccount } from '@bordee/core/payments/account.ts'
import { paymentAccountCalls } from '@bordee/core/payments/accounts.calls.ts'
import { Button, Group, Skeleton, Stack } from '@mantine/core'
import { useAction, useCall } from '../calls.ts'
import { useCan } from '../can.ts'
import { useSession } from '../session.tsx'
import { RemoveButton } from '../ui/RemoveButton.tsx'
import { Status } from '../ui/Status.tsx'
import { Hint, Refusal } from '../ui/words.tsx'

const unreadable = 'Impossible de consulter votre compte de paiement.'

/** Milliseconds between polls until the account is enabled: the provider informs us after its page confirms. */
const lookAgain = 3000

/**
 * The company's account with the payment provider (docs/product/payments.md): none, « En erreur » or « En fonction ».
 * Saved apart from the surrounding form.
 */
export function PaymentAccountPart({ companyId }: { companyId: string }) {
  const account = useCall(
    paymentAccountCalls.getPaymentAccount,
    { companyId },
    { refetchInterval: (known) => (known && !isFullyEnabled(known) ? lookAgain : false) },
  )
  if (account.isError && !account.data) return <Refusal>{unreadable}</Refusal>
  if (account.data === undefined) return <Skeleton height={36} radius={10} />
  return account.data ? <Existing account={account.data} companyId={companyId} /> : <None companyId={companyId} />
}

function None({ companyId }: { companyId: string }) {
  const { reload } = useSession()
  const activate = useAction(paymentAccountCalls.activatePaymentAccount, {
    done: 'Compte de paiement créé',
    failed: 'Impossible de créer le compte de paiement.',
    after: reload,
  })
  return (
    <Stack gap="xs" align="flex-start">
      <Hint>Sans compte de paiement, aucun paiement en ligne n’est offert.</Hint>
      <Button variant="default" loading={activate.isPending} onClick={() => activate.mutate({ companyId })}>
        Activer le compte de paiement
      </Button>
    </Stack>
  )
}

function Existing({ account, companyId }: { account: PaymentAccount; companyId: string }) {
  const can = useCan()
  const configure = useAction(paymentAccountCalls.getOnboardingLink, {
    failed: unreadable,
    after: ({ url }) => location.assign(url),
  })
  const works = isFullyEnabled(account)
  return (
    <Stack gap="xs" align="flex-start">
      <Group gap="sm">
        <Status tone={works ? 'good' : 'bad'}>{works ? 'En fonction' : 'En erreur'}</Status>
        <Hint>{works ? 'Vos clients peuvent payer par carte.' : standing(account)}</Hint>
      </Group>
      <Group gap="sm">
        {!works && (
          <Button variant="default" loading={configure.isPending} onClick={() => configure.mutate({ companyId })}>
            Configurer le compte de paiement
          </Button>
        )}
        {can(paymentAccountCalls.deletePaymentAccount) && <RemoveAccount companyId={companyId} />}
      </Group>
    </Stack>
  )
}

/** Why the account isn't fully enabled, as far as we know. */
const standing = ({ chargesEnabled }: PaymentAccount) =>
  chargesEnabled
    ? 'Vos clients peuvent payer, mais les virements vers votre compte bancaire sont retenus.'
    : 'Le fournisseur de paiement attend des renseignements\u00a0: aucune carte n’est acceptée d’ici là.'

function RemoveAccount({ companyId }: { companyId: string }) {
  const { reload } = useSession()
  const remove = useAction(paymentAccountCalls.deletePaymentAccount, {
    done: 'Compte de paiement supprimé',
    failed: 'Impossible de supprimer le compte de paiement.',
    after: reload,
  })
  return (
    <RemoveButton
      question={{
        title: 'Supprimer le compte de paiement?',
        message: 'Toutes les informations du compte seront perdues, et aucun contrat ne pourra plus être payé en ligne.',
      }}
      busy={remove.isPending}
      onRemove={() => remove.mutate({ companyId })}
    >
      Supprimer le compte de paiement
    </RemoveButton>
  )
}
