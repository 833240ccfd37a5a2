import { type Account, fullName } from '@bordee/core/accounts/account.ts'
import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { mayBeDispatcher, roleNames } from '@bordee/core/roles.ts'
import { count } from '@bordee/core/text.ts'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { rowsOf, useAction, useCall } from '../calls.ts'
import { useCan } from '../can.ts'
import { useMe, useSession } from '../session.tsx'
import { CreateButton } from '../ui/CreateButton.tsx'
import { confirm } from '../ui/dialogs.tsx'
import { DataGrid, type GridColumn } from '../ui/grid/DataGrid.tsx'
import { RemoveRows, tickFirst } from '../ui/grid/RemoveRows.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Status } from '../ui/Status.tsx'
import { PageHeader } from '../ui/states.tsx'
import { WhyButton } from '../ui/WhyButton.tsx'

const columns: GridColumn<Account>[] = [
  { id: 'name', label: 'Nom', value: fullName, size: 190 },
  { id: 'email', label: 'Courriel', value: (account) => account.email, size: 240 },
  { id: 'role', label: 'Rôle', kind: 'choice', choices: roleNames, value: (account) => account.role, size: 150 },
  {
    id: 'canDispatch',
    label: 'Peut répartir',
    kind: 'yesno',
    value: ({ role, currentAccess }) => (mayBeDispatcher(role) ? currentAccess?.canDispatch : null),
    size: 140,
  },
  {
    id: 'verified',
    label: 'Courriel confirmé',
    kind: 'yesno',
    value: (account) => account.emailVerified,
    cell: (account) => <Status tone={account.emailVerified ? 'good' : 'attention'}>{account.emailVerified ? 'Oui' : 'Non'}</Status>,
    size: 180,
  },
  {
    id: 'letterRefusal',
    label: 'Courriel refusé',
    value: (account) => account.letterRefusal,
    cell: ({ letterRefusal }) => letterRefusal && <Status tone="bad">{letterRefusal}</Status>,
    size: 170,
  },
  { id: 'createdAt', label: 'Créé le', kind: 'instant', value: (account) => account.createdAt, size: 160 },
]

// accounts/list: who has access to the company (docs/product/accounts.md).
export function AccountsScreen() {
  const navigate = useNavigate()
  const { account: me, company } = useMe()
  const can = useCan()
  const { reload } = useSession()
  const accounts = useCall(accountCalls.listAccounts)
  const [selected, setSelected] = useState<string[]>([])
  const remove = useAction(accountCalls.deleteAccounts, {
    done: 'Suppression effectuée avec succès',
    failed: 'Une erreur est survenue.',
    after: async () => {
      setSelected([])
      if (selected.includes(me.id)) await reload()
    },
  })

  const sendTemplate = useAction(accountCalls.sendImportTemplate, {
    done: 'Le courriel a été envoyé.',
    failed: 'Impossible d’envoyer le modèle d’importation.',
    after: () => setSelected([]),
  })

  async function askThenSend(ids: string[]) {
    const sure = await confirm({
      title: 'Envoyer le modèle d’importation?',
      message:
        'Le classeur à remplir partira par courriel à ' +
        `${ids.length === 1 ? 'cette personne' : `ces ${count(ids.length, 'personne')}`}.`,
      confirm: 'Envoyer',
    })
    if (sure) sendTemplate.mutate({ accountIds: ids })
  }

  function question(ids: string[]) {
    const [first, ...more] = (accounts.data ?? []).filter((account) => ids.includes(account.id))
    const place = company?.name ?? 'la compagnie'
    const whom = more.length ? `Ces ${more.length + 1} personnes n’auront` : `${(first && fullName(first)) || first?.email} n’aura`
    return {
      title: more.length ? `Supprimer ${more.length + 1} comptes?` : 'Supprimer ce compte?',
      message: `${whom} plus accès à ${place}, dès maintenant.${ids.includes(me.id) ? ' Votre propre compte en fait partie.' : ''}`,
    }
  }

  const open = (account: Account) => void navigate({ to: '/dashboard/accounts/edit/$id', params: { id: account.id } })
  return (
    <>
      <PageHeader title="Comptes" actions={<CreateButton to="/dashboard/accounts/create">Nouveau compte</CreateButton>} />
      <DataGrid
        gridId="accounts"
        label="Comptes"
        {...rowsOf(accounts)}
        columns={columns}
        selectable
        selected={selected}
        onSelectedChange={setSelected}
        onOpen={open}
        exportAs="comptes"
        empty={{
          title: 'Aucun compte',
          description: 'Un compte donne à une personne l’accès à la compagnie.',
          action: <LinkButton to="/dashboard/accounts/create">Créer un compte</LinkButton>,
        }}
        actions={(ids) => (
          <>
            {can(accountCalls.sendImportTemplate) && (
              <WhyButton
                variant="default"
                leftSection={<IconFileSpreadsheet size={16} />}
                why={!ids.length && tickFirst}
                loading={sendTemplate.isPending}
                onClick={() => void askThenSend(ids)}
              >
                Envoyer le modèle d’importation
              </WhyButton>
            )}
            <RemoveRows ids={ids} busy={remove.isPending} question={question} onRemove={(accountIds) => remove.mutate({ accountIds })} />
          </>
        )}
      />
    </>
  )
}
