import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { useAction } from '../calls.ts'
import { useWayBack } from '../shells/useWayBack.ts'
import { trySubmit, useForm } from '../ui/form/Form.tsx'
import { useLeavePrompt } from '../ui/form/useLeavePrompt.tsx'
import { PageHeader } from '../ui/states.tsx'
import { AccountForm } from './AccountForm.tsx'
import { type AccountValues, accountSchema, asInput, emptyAccount } from './accountForm.ts'

const schema = accountSchema(true)

// accounts/create: gives someone access to the company.
export function CreateAccountScreen() {
  const toList = useWayBack('accounts', '/dashboard/accounts/list')
  const form = useForm(schema, { defaultValues: emptyAccount })
  const create = useAction(accountCalls.createAccount, {
    done: 'Compte créé',
    failed: 'Une erreur est survenue.',
  })
  const save = (values: AccountValues) => create.mutateAsync({ account: asInput(values) })
  const prompt = useLeavePrompt(form, () => trySubmit(form, save))
  return (
    <>
      <PageHeader title="Nouveau compte" onBack={toList} />
      <AccountForm
        form={form}
        onSubmit={(values) =>
          save(values).then(
            () => toList({ ignoreBlocker: true }),
            () => undefined, // the action and the fields show the error
          )
        }
        problem={create.error}
      />
      {prompt}
    </>
  )
}
