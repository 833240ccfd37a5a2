import { type Account, fullName } from '@bordee/core/accounts/account.ts'
import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useAction, useCall } from '../calls.ts'
import { useMe, useSession } from '../session.tsx'
import { useWayBack } from '../shells/useWayBack.ts'
import { trySubmit, useForm } from '../ui/form/Form.tsx'
import { useLeavePrompt } from '../ui/form/useLeavePrompt.tsx'
import { itself, Loaded } from '../ui/Loaded.tsx'
import { PageHeader } from '../ui/states.tsx'
import { AccountForm } from './AccountForm.tsx'
import { type AccountValues, accountSchema, asInput, valuesOf } from './accountForm.ts'

const schema = accountSchema(false)

// accounts/edit/:id (spec 1 §2.5).
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
  const values = useMemo(() => valuesOf(account), [account])
  const form = useForm(schema, { values })
  const update = useAction(accountCalls.updateAccount, {
    done: 'Modifications enregistrés avec succès', // sic
    failed: 'Une erreur est survenue.',
  })
  async function save(changed: AccountValues) {
    const saved = await update.mutateAsync({ id: account.id, account: asInput(changed) })
    form.reset(valuesOf(saved))
    if (saved.id === me.account.id) await reload()
  }
  const prompt = useLeavePrompt(form, () => trySubmit(form, save))
  return (
    <>
      <PageHeader title={fullName(account) || account.email} description={account.email} onBack={toList} />
      <AccountForm
        form={form}
        account={account}
        onSubmit={(changed) => save(changed).catch(() => undefined)} // told by the action, and on the fields
        problem={update.error}
      />
      {prompt}
    </>
  )
}
