import { type Account, fullName } from '@bordee/core/accounts/account.ts'
import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { Problem } from '@bordee/core/problem.ts'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useAction, useCall } from '../calls.ts'
import { useMe, useSession } from '../session.tsx'
import { trySubmit, useForm } from '../ui/form/Form.tsx'
import { useLeavePrompt } from '../ui/form/useLeavePrompt.tsx'
import { BrokenPart, LoadingPage, NotFoundPage, PageHeader } from '../ui/states.tsx'
import { AccountForm } from './AccountForm.tsx'
import { type AccountValues, accountSchema, asInput, valuesOf } from './accountForm.ts'

const schema = accountSchema(false)

// accounts/edit/:id (spec 1 §2.5).
export function EditAccountScreen() {
  const { id } = useParams({ from: '/dashboard/accounts/edit/$id' })
  const account = useCall(accountCalls.getAccount, { id })
  if (account.data) return <Editor key={id} account={account.data} />
  if (account.isPending) return <LoadingPage />
  const isMissing = account.error instanceof Problem && [404, 422].includes(account.error.status)
  return isMissing ? <NotFoundPage what="Compte" home="/dashboard/accounts/list" /> : <BrokenPart onRetry={() => void account.refetch()} />
}

function Editor({ account }: { account: Account }) {
  const navigate = useNavigate()
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
      <PageHeader
        title={fullName(account) || account.email}
        description={account.email}
        onBack={() => void navigate({ to: '/dashboard/accounts/list' })}
      />
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
