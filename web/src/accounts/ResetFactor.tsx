import type { Account } from '@bordee/core/accounts/account.ts'
import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { runsCompany } from '@bordee/core/roles.ts'
import { Button } from '@mantine/core'
import { ask } from '../api.ts'
import { useCan } from '../can.ts'
import { withRecentSignIn } from '../identity/useRecentSignIn.tsx'
import { useMe } from '../session.tsx'
import { confirm } from '../ui/dialogs.tsx'
import { notify, notifyFailure } from '../ui/notify.ts'

/** For a colleague who has lost both phone and recovery codes; nobody resets their own factor here. */
export function ResetFactor({ account }: { account: Account }) {
  const can = useCan()
  const me = useMe()
  if (!can(accountCalls.resetSecondFactor) || account.id === me.account.id || !runsCompany(account.role)) return null

  async function reset() {
    const sure = await confirm({
      title: 'Réinitialiser la validation en deux étapes?',
      message:
        `Assurez-vous que c’est bien ${account.email} qui vous le demande. ` +
        'Son mot de passe suffira jusqu’à ce qu’il l’active de nouveau; ses appareils seront déconnectés.',
      confirm: 'Réinitialiser',
      destructive: true,
    })
    if (!sure) return
    try {
      const done = await withRecentSignIn(() => ask(accountCalls.resetSecondFactor, { id: account.id }).then(() => true))
      if (done) notify('success', 'La validation en deux étapes a été réinitialisée.')
    } catch (error) {
      notifyFailure(error, 'Une erreur est survenue.')
    }
  }

  return (
    <Button variant="default" onClick={() => void reset()}>
      Réinitialiser la validation en deux étapes
    </Button>
  )
}
