import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { type Role, roleNames } from '@bordee/core/roles.ts'
import { searchable as asSearched, searchMatch } from '@bordee/core/text.ts'
import { Combobox, ScrollArea, useCombobox } from '@mantine/core'
import { IconCheck, IconSelector } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useCall } from '../calls.ts'
import { useMe, useSession } from '../session.tsx'
import { notifyFailure } from '../ui/notify.ts'
import classes from './CompanySwitcher.module.css'

/** One line per company, or per role if the user has two roles in it. */
export function CompanyList({ choosesAmongAll }: { choosesAmongAll: boolean }) {
  const { account } = useMe()
  const mine = account.accesses.map(({ companyId, companyName, role }) => ({ id: companyId, name: companyName, role }))
  return choosesAmongAll ? <StaffSwitcher /> : <Switcher choices={mine} />
}

function StaffSwitcher() {
  const companies = useCall(companyCalls.listCompanies)
  return <Switcher choices={companies.data ?? []} searchable />
}

interface Choice {
  id: string
  name: string
  /** The user's role there; they may have two roles in one company. */
  role?: Role
}

function Switcher({ choices, searchable = false }: { choices: Choice[]; searchable?: boolean }) {
  const { company, role: mine } = useMe()
  const navigate = useNavigate()
  const keyOf = ({ id, role }: Choice) => (role ? `${id} ${role}` : id)
  const isHere = ({ id, role }: Choice) => id === company?.id && (!role || role === mine)
  const { switchCompany } = useSession()
  const [search, setSearch] = useState('')
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      setSearch('')
    },
    onDropdownOpen: () => searchable && combobox.focusSearchInput(),
  })
  const matches = searchMatch(search.trim())
  const found = choices.filter(({ name }) => matches(asSearched(name)))
  const choose = (key: string) => {
    combobox.closeDropdown()
    const chosen = choices.find((choice) => keyOf(choice) === key)
    if (!chosen || isHere(chosen)) return
    // Same company, other role: they are also its client, so open the portal.
    if (chosen.id === company?.id) void navigate({ to: '/client/contracts' })
    else switchCompany(chosen.id).catch((error: unknown) => notifyFailure(error, 'Impossible de changer de compagnie.'))
  }
  return (
    <Combobox store={combobox} onOptionSubmit={choose} width={320} position="bottom-start" shadow="md">
      <Combobox.Target targetType="button">
        <button
          type="button"
          className={classes.switch}
          aria-label={company ? `Changer de compagnie, maintenant ${company.name}` : undefined}
          onClick={() => combobox.toggleDropdown()}
        >
          <span>{company?.name ?? 'Choisir une compagnie'}</span>
          <IconSelector size={16} />
        </button>
      </Combobox.Target>
      <Combobox.Dropdown>
        {searchable && (
          <Combobox.Search
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
            placeholder="Chercher une compagnie"
            aria-label="Chercher une compagnie"
          />
        )}
        <Combobox.Options>
          <ScrollArea.Autosize mah={320} type="auto">
            {found.map((choice) => (
              <Combobox.Option key={keyOf(choice)} value={keyOf(choice)} className={classes.option}>
                <span>
                  {choice.name}
                  {choice.role && <small>{roleNames[choice.role]}</small>}
                </span>
                {isHere(choice) && <IconCheck size={16} />}
              </Combobox.Option>
            ))}
            {found.length === 0 && <Combobox.Empty>Aucune compagnie trouvée</Combobox.Empty>}
          </ScrollArea.Autosize>
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
