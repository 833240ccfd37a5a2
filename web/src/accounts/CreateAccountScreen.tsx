import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { roles } from '@bordee/core/roles.ts'
import { useSearch } from '@tanstack/react-router'
import { useAction } from '../calls.ts'
import { useWayBack } from '../shells/useWayBack.ts'
import { useCreating } from '../ui/form/useCreating.ts'
import { PageHeader } from '../ui/states.tsx'
import { AccountForm } from './AccountForm.tsx'
import { accountSchema, asInput, emptyAccount } from './accountForm.ts'

const schema = accountSchema(true)

// accounts/create: gives someone access to the company; `?role=` chooses one beforehand.
export function CreateAccountScreen() {
  const toList = useWayBack('accounts', '/dashboard/accounts/list')
  const create = useAction(accountCalls.createAccount, {
    done: 'Compte créé',
    failed: 'Une erreur est survenue.',
  })
  const wanted = useSearch({ strict: false, select: (search) => (search as { role?: string }).role })
  const role = roles.find((known) => known === wanted)
  const { form, onSubmit, prompt } = useCreating(schema, role ? { ...emptyAccount, role } : emptyAccount, {
    save: (values) => create.mutateAsync({ account: asInput(values) }),
    leave: () => toList({ ignoreBlocker: true }),
  })
  return (
    <>
      <PageHeader title="Nouveau compte" onBack={toList} />
      <AccountForm form={form} onSubmit={onSubmit} problem={create.error} />
      {prompt}
    </>
  )
}
