import { clientCalls } from '@bordee/core/clients/clients.calls.ts'
import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { among, companyAdmins, isPlatform } from '@bordee/core/roles.ts'
import { addressLine } from '@bordee/core/sites/site.ts'
import { IconBuildingCommunity, IconLogout, IconUser } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useCall } from '../calls.ts'
import { companyPage, menu, profilePage } from '../pages.ts'
import { isModuleActive, useMe, useSession } from '../session.tsx'
import { type Command, CommandPalette } from '../ui/CommandPalette.tsx'
import { tell } from '../ui/tell.ts'
import { useSignOut } from './useSignOut.ts'

/** Ctrl+K: every page one may open, every client, and for platform staff every company. */
export function Palette({ askedFor }: { askedFor: number }) {
  const { role, company } = useMe()
  const { switchCompany } = useSession()
  const navigate = useNavigate()
  const signOut = useSignOut()
  const isStaff = role !== null && isPlatform(role)
  const companies = useCall(companyCalls.listCompanies, isStaff ? {} : 'not yet')
  const clients = useCall(clientCalls.listClients, role && among(companyAdmins, role) ? {} : 'not yet')
  const mine = [...menu, companyPage, profilePage].filter(
    ({ who, modules }) => role && among(who, role) && (!modules || modules.some((module) => isModuleActive(company, module))),
  )
  const enter = (id: string) => switchCompany(id).catch((error: unknown) => tell(error, 'Impossible de changer de compagnie.'))
  const commands: Command[] = [
    ...mine.map(({ path, label, icon: Icon }) => ({
      id: path,
      label,
      group: 'Pages',
      icon: <Icon size={18} />,
      run: () => void navigate({ to: path }),
    })),
    ...(companies.data ?? []).map(({ id, name, city }) => ({
      id,
      label: name,
      group: 'Compagnies',
      description: city ?? '',
      icon: <IconBuildingCommunity size={18} />,
      run: () => void enter(id),
    })),
    ...(clients.data ?? []).map(({ id, name, number, sites }) => ({
      id,
      label: name,
      group: 'Clients',
      description: [`nº ${number}`, ...sites.map(({ address }) => addressLine(address))].join(' · '),
      icon: <IconUser size={18} />,
      onlyFound: true,
      run: () => void navigate({ to: '/dashboard/client-folders/edit/$clientId/$tab', params: { clientId: id, tab: 'client' } }),
    })),
    { id: 'sign-out', label: 'Se déconnecter', group: 'Compte', icon: <IconLogout size={18} />, run: () => void signOut() },
  ]
  return <CommandPalette commands={commands} askedFor={askedFor} />
}
