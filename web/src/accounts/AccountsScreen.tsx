import { type Account, fullName } from '@bordee/core/accounts/account.ts'
import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { roleNames } from '@bordee/core/roles.ts'
import { rowsOf, useCall } from '../calls.ts'
import { DataGrid, type GridColumn } from '../ui/grid/DataGrid.tsx'
import { Status } from '../ui/Status.tsx'
import { PageHeader } from '../ui/states.tsx'

const columns: GridColumn<Account>[] = [
  { id: 'name', label: 'Nom', value: fullName, size: 220 },
  { id: 'email', label: 'Courriel', value: (account) => account.email, size: 260 },
  { id: 'role', label: 'Rôle', kind: 'choice', choices: roleNames, value: (account) => account.role, size: 180 },
  {
    id: 'verified',
    label: 'Courriel confirmé',
    kind: 'yesno',
    value: (account) => account.emailVerified,
    cell: (account) => <Status tone={account.emailVerified ? 'good' : 'attention'}>{account.emailVerified ? 'Oui' : 'Non'}</Status>,
    size: 150,
  },
  { id: 'createdAt', label: 'Créé le', kind: 'instant', value: (account) => account.createdAt, size: 160 },
]

// accounts/list: who has access to the company (spec 1 §2.5).
export function AccountsScreen() {
  const accounts = useCall(accountCalls.listAccounts)
  return (
    <>
      <PageHeader title="Comptes" />
      <DataGrid
        gridId="accounts"
        label="Comptes"
        {...rowsOf(accounts)}
        columns={columns}
        rowId={(account) => account.id}
        exportAs="comptes"
      />
    </>
  )
}
