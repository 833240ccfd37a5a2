import { callerCalls } from '@bordee/core/callers/callers.calls.ts'
import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { searchCalls } from '@bordee/core/search/search.calls.ts'
import { IconBuildingCommunity, IconLogout, IconPhone, IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { callKey, openCallSheet } from '../callers/callSheetStore.ts'
import { useCall } from '../calls.ts'
import { useCan } from '../can.ts'
import { companySection } from '../companies/companies.routes.ts'
import { profileSection } from '../identity/identity.routes.ts'
import { menu } from '../office.routes.ts'
import { useFound } from '../search/useFound.tsx'
import { seasonSection } from '../season/season.routes.ts'
import { servicesSection } from '../services/services.routes.ts'
import { isModuleActive, useMe, useSession } from '../session.tsx'
import { type Command, CommandPalette } from '../ui/CommandPalette.tsx'
import { notifyFailure } from '../ui/notify.ts'
import { useTouch } from '../ui/useTouch.ts'
import { creations } from './creations.ts'
import { useOffered } from './useOffered.ts'
import { useSignOut } from './useSignOut.ts'

/** Ctrl+K: things to create (« Nouveau client » first), pages, everything in the folders, and every company for platform staff. */
export function Palette({ askedFor }: { askedFor: number }) {
  const { company } = useMe()
  const { switchCompany } = useSession()
  const navigate = useNavigate()
  const signOut = useSignOut()
  const [text, setText] = useState('')
  const can = useCan()
  const companies = useCall(companyCalls.listCompanies, can(companyCalls.listCompanies) ? {} : 'not yet', { what: null })
  const canSearch = can(searchCalls.search)
  const hasKeys = !useTouch()
  const found = useFound(canSearch ? text : '')
  const enter = (id: string) => switchCompany(id).catch((error: unknown) => notifyFailure(error, 'Impossible de changer de compagnie.'))
  const commands: Command[] = [
    ...(can(callerCalls.getCallSheet)
      ? [
          {
            id: 'call',
            label: 'Fiche d’appel',
            ...(hasKeys && { description: callKey }),
            group: 'Actions',
            icon: <IconPhone size={18} />,
            run: openCallSheet,
          },
        ]
      : []),
    ...creations
      .filter(({ row, module }) => can(row) && (!module || isModuleActive(company, module)))
      .map(({ path, label }) => ({
        id: path,
        label,
        group: 'Actions',
        icon: <IconPlus size={18} />,
        run: () => void navigate({ to: path }),
      })),
    ...[...menu, seasonSection, servicesSection, companySection, profileSection]
      .filter(useOffered())
      .map(({ path, label, icon: Icon, isApart = false }) => ({
        id: path,
        label,
        group: 'Pages',
        icon: <Icon size={18} />,
        run: () => void navigate({ to: path, reloadDocument: isApart }),
      })),
    ...(companies.data ?? []).map(({ id, name, city }) => ({
      id,
      label: name,
      group: 'Compagnies',
      description: city ?? '',
      icon: <IconBuildingCommunity size={18} />,
      run: () => void enter(id),
    })),
    { id: 'sign-out', label: 'Se déconnecter', group: 'Compte', icon: <IconLogout size={18} />, run: () => void signOut() },
  ]
  return (
    <CommandPalette
      commands={commands}
      askedFor={askedFor}
      placeholder={canSearch ? 'Aller à… ou chercher un nom, un téléphone, une adresse' : undefined}
      onSearch={setText}
      {...found}
    />
  )
}
