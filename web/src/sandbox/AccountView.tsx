import type { PaymentAccount } from '@bordee/core/payments/account.ts'
import { sandboxCalls } from '@bordee/core/payments/sandbox.calls.ts'
import { Skeleton, Stack, Text } from '@mantine/core'
import { Status } from '../ui/Status.tsx'
import { AccountPayments } from './AccountPayments.tsx'
import { SandboxMark } from './SandboxMark.tsx'
import classes from './sandbox.module.css'
import { useSandbox } from './useSandbox.ts'

/** The account as the provider shows it, on its own page or embedded in ours. */
export function AccountView({ token }: { token: string }) {
  const account = useSandbox(sandboxCalls.getSandboxAccount, { token })
  if (account.isError)
    return (
      <Text c="var(--mantine-color-error)" role="alert">
        Impossible de consulter votre compte de paiement.
      </Text>
    )
  if (!account.data) return <Skeleton height={120} radius={10} />
  return (
    <Stack w="100%">
      <SandboxMark />
      <AccountFacts {...account.data} />
      <AccountPayments token={token} />
    </Stack>
  )
}

export function AccountFacts({ id, chargesEnabled, payoutsEnabled, disabledReason }: PaymentAccount) {
  return (
    <dl className={classes.facts}>
      <dt>Numéro du compte</dt>
      <dd>{id}</dd>
      <dt>Paiements par carte</dt>
      <dd>
        <OnOrOff isOn={chargesEnabled} />
      </dd>
      <dt>Virements à la banque</dt>
      <dd>
        <OnOrOff isOn={payoutsEnabled} />
      </dd>
      {disabledReason && (
        <>
          <dt>Ce qui manque</dt>
          <dd>Des renseignements sur la compagnie</dd>
        </>
      )}
    </dl>
  )
}

const OnOrOff = ({ isOn }: { isOn: boolean }) => <Status tone={isOn ? 'good' : 'attention'}>{isOn ? 'Activés' : 'Désactivés'}</Status>
