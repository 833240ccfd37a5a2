import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { fold } from '@bordee/core/text.ts'
import { Combobox, ScrollArea, useCombobox } from '@mantine/core'
import { IconCheck, IconSelector } from '@tabler/icons-react'
import { useState } from 'react'
import { useCall } from '../calls.ts'
import { useCan } from '../can.ts'
import { useMe, useSession } from '../session.tsx'
import { tell } from '../ui/tell.ts'
import classes from './CompanySwitcher.module.css'

/** The company one works in. With several accesses it opens a list; platform staff search all active companies. */
export function CompanySwitcher() {
  const { account, company } = useMe()
  const choosesAmongAll = useCan()(companyCalls.listCompanies)
  if (!choosesAmongAll && account.accesses.length < 2) return <span className={classes.name}>{company?.name}</span>
  return choosesAmongAll ? (
    <StaffSwitcher />
  ) : (
    <Switcher choices={account.accesses.map(({ companyId, companyName }) => ({ id: companyId, name: companyName }))} />
  )
}

function StaffSwitcher() {
  const companies = useCall(companyCalls.listCompanies)
  return <Switcher choices={companies.data ?? []} searchable />
}

function Switcher({ choices, searchable = false }: { choices: { id: string; name: string }[]; searchable?: boolean }) {
  const { company } = useMe()
  const { switchCompany } = useSession()
  const [search, setSearch] = useState('')
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      setSearch('')
    },
    onDropdownOpen: () => searchable && combobox.focusSearchInput(),
  })
  const found = choices.filter(({ name }) => fold(name).includes(fold(search)))
  const choose = (id: string) => {
    combobox.closeDropdown()
    if (id !== company?.id) switchCompany(id).catch((error: unknown) => tell(error, 'Impossible de changer de compagnie.'))
  }
  return (
    <Combobox store={combobox} onOptionSubmit={choose} width={320} position="bottom-start" shadow="md">
      <Combobox.Target targetType="button">
        <button
          type="button"
          className={classes.switch}
          aria-label={`Changer de compagnie, maintenant ${company?.name ?? 'aucune'}`}
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
            {found.map(({ id, name }) => (
              <Combobox.Option key={id} value={id} className={classes.option}>
                {name}
                {id === company?.id && <IconCheck size={16} />}
              </Combobox.Option>
            ))}
            {found.length === 0 && <Combobox.Empty>Aucune compagnie trouvée</Combobox.Empty>}
          </ScrollArea.Autosize>
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
