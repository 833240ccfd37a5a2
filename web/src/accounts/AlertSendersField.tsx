import { fullName } from '@bordee/core/accounts/account.ts'
import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { useCall } from '../calls.ts'
import { MultiSelectField } from '../ui/form/choices.tsx'
import type { FieldName } from '../ui/form/Form.tsx'

/** Picks among the accounts that may send alerts. */
export function AlertSendersField({ name, label }: { name: FieldName; label: string }) {
  const accounts = useCall(accountCalls.listAccounts, { roles: ['owner', 'employee'] })
  const choices = accounts.data?.map((account) => ({ value: account.id, label: fullName(account) || account.email }))
  return <MultiSelectField name={name} label={label} choices={choices} />
}
