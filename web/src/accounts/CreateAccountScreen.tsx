import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { useAction } from '../calls.ts'
import { useWayBack } from '../shells/useWayBack.ts'
import { useCreating } from '../ui/form/useCreating.ts'
import { PageHeader } from '../ui/states.tsx'
import { AccountForm } from './AccountForm.tsx'
import { accountSchema, asInput, emptyAccount } from './accountForm.ts'

const schema = accountSchema(true)

// accounts/create: gives someone access to the company.
export function CreateAccountScreen() {
  const toList = useWayBack('accounts', '/dashboard/accounts/list')
  const create = useAction(accountCalls.createAccount, {
    done: 'Compte créé',
    failed: 'Une erreur est survenue.',
  })
  const { form, onSubmit, prompt } = useCreating(schema, emptyAccount, {
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
