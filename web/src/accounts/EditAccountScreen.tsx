import { type Account, fullName } from '@bordee/core/accounts/account.ts'
import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { useParams } from '@tanstack/react-router'
import { useAction, useCall } from '../calls.ts'
import { useMe, useSession } from '../session.tsx'
import { useWayBack } from '../shells/useWayBack.ts'
import { useEditing } from '../ui/form/useEditing.tsx'
import { itself, Loaded } from '../ui/Loaded.tsx'
import { PageHeader } from '../ui/states.tsx'
import { AccountForm } from './AccountForm.tsx'
import { accountSchema, asInput, valuesOf } from './accountForm.ts'
import { ResetFactor } from './ResetFactor.tsx'

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
