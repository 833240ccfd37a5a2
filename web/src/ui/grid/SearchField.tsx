import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import classes from './DataGrid.module.css'
import { useTyped } from './useTyped.ts'

export function SearchField({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const [text, type] = useTyped(search, onSearch)
  return (
    <TextInput
      className={classes.search}
      aria-label="Rechercher"
      placeholder="Rechercher…"
      leftSection={<IconSearch size={16} />}
      rightSection={text ? <CloseButton size="sm" aria-label="Effacer la recherche" onClick={() => type('')} /> : undefined}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
}
