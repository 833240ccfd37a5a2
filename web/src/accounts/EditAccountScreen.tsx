import { type Account, fullName } from '@bordee/core/accounts/account.ts'
import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { runsCompany } from '@bordee/core/roles.ts'
import { Button } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { ask } from '../api.ts'
import { useAction, useCall } from '../calls.ts'
import { useCan } from '../can.ts'
import { withRecentSignIn } from '../identity/useRecentSignIn.tsx'
import { useMe, useSession } from '../session.tsx'
import { useWayBack } from '../shells/useWayBack.ts'
import { confirm } from '../ui/dialogs.tsx'
import { useEditing } from '../ui/form/useEditing.tsx'
import { itself, Loaded } from '../ui/Loaded.tsx'
import { notify, notifyFailure } from '../ui/notify.ts'
import { PageHeader } from '../ui/states.tsx'
import { AccountForm } from './AccountForm.tsx'
import { accountSchema, asInput, valuesOf } from './accountForm.ts'

const schema = accountSchema(false)

// accounts/edit/:id: changes what someone may do in the company.
export function EditAccountScreen() {
  const { id } = useParams({ from: '/dashboard/accounts/edit/$id' })
  const account = useCall(accountCalls.getAccount, { id })
  return (
    <Loaded query={account} pick={itself} what="Compte" home="/dashboard/accounts/list">
      {(found) => <Editor key={id} account={found} />}
    </Loaded>
  )
}

function Editor({ account }: { account: Account }) {
  const toList = useWayBack('accounts', '/dashboard/accounts/list')
  const me = useMe()
  const { reload } = useSession()
  const update = useAction(accountCalls.updateAccount, {
    done: 'Modifications enregistrées avec succès',
    failed: 'Une erreur est survenue.',
  })
  const { form, onSubmit, prompt } = useEditing(schema, account, {
    valuesOf,
    asInput,
    merged: ['customerIds', 'sectorIds', 'routeForAlertIds'],
    async save(changes) {
      const saved = await update.mutateAsync({ id: account.id, account: changes })
      if (saved.id === me.account.id) await reload()
      return saved
    },
  })
  return (
    <>
      <PageHeader
        title={fullName(account) || account.email}
        description={account.email}
        onBack={toList}
        actions={<ResetFactor account={account} />}
      />
      <AccountForm form={form} account={account} onSubmit={onSubmit} problem={update.error} />
      {prompt}
    </>
  )
}

/** For a colleague who has lost both phone and recovery codes; nobody resets their own factor here. */
function ResetFactor({ account }: { account: Account }) {
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
