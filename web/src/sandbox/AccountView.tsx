import { formatMoney } from '@bordee/core/money.ts'
import type { PaymentAccount } from '@bordee/core/payments/account.ts'
import { type SandboxPayment, sandboxCalls } from '@bordee/core/payments/sandbox.calls.ts'
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useAction } from '../calls.ts'
import { Status } from '../ui/Status.tsx'
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

/** The account's payments. Refunds and disputes made here reach Bordée as a real provider would report them. */
function AccountPayments({ token }: { token: string }) {
  const payments = useSandbox(sandboxCalls.listSandboxPayments, { token })
  if (!payments.data?.length) return null
  return (
    <section aria-label="Paiements reçus">
      <Text fw={600} size="sm" mb="xs">
        Paiements reçus
      </Text>
      <ul className={classes.payments}>
        {payments.data.map((payment) => (
          <li key={payment.id}>
            <PaymentLine token={token} payment={payment} onMoved={() => void payments.refetch()} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function PaymentLine({ token, payment, onMoved }: { token: string; payment: SandboxPayment; onMoved: () => void }) {
  const { id: paymentId, description, amount, left, disputed } = payment
  const move = useAction(sandboxCalls.moveSandboxPayment, {
    done: 'Bordée en est informée',
    failed: 'Le bac à sable n’a pas pu le faire.',
    after: onMoved,
  })
  const press = (event: 'refund' | 'dispute' | 'win', label: string) => (
    <Button size="compact-xs" variant="default" loading={move.isPending} onClick={() => move.mutate({ token, paymentId, event })}>
      {label}
    </Button>
  )
  return (
    <Group justify="space-between" gap="xs">
      <div>
        <Text size="sm">{description}</Text>
        <Text size="xs" c="dimmed" className="bordee-figures">
          {left === amount ? formatMoney(amount) : `${formatMoney(amount)}, dont ${formatMoney(amount - left)} rendus`}
        </Text>
      </div>
      <Group gap={6}>
        {left > 0 && press('refund', 'Rembourser')}
        {left > 0 && press('dispute', 'Contester')}
        {disputed > 0 && press('win', 'Gagner la contestation')}
      </Group>
    </Group>
  )
}
