import '@mantine/spotlight/styles.layer.css'
import { fold, searchable, searchMatch } from '@bordee/core/text.ts'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'

export interface Command {
  id: string
  label: string
  /** Other words by which it is found. */
  description?: string
  group?: string
  icon?: ReactNode
  run: () => void
}

const [store, { open }] = createSpotlight()

interface Props {
  commands: Command[]
  limit?: number
  /** So many times: each opens it. */
  askedFor: number
  onSearch?: (text: string) => void
  /** What somebody else found for the text; shown as it is. */
  found?: Command[]
  isSearching?: boolean
  hasFailed?: boolean
}

/** Ctrl + K: goes anywhere and does anything, by a few letters. Accents and the order of words are forgiven. */
export function CommandPalette({ commands, limit = 12, askedFor, onSearch, found = [], isSearching = false, hasFailed = false }: Props) {
  const [search, setSearch] = useState('')
  const matches = searchMatch(search.trim())
  const begins = ({ label }: Command) => Number(fold(label).startsWith(fold(search.trim())))
  const matching = commands
    .filter(({ label, description = '', group = '' }) => matches(searchable(`${label} ${description} ${group}`)))
    .toSorted((a, b) => begins(b) - begins(a))
    .slice(0, limit)
  const offered = [...matching, ...found]
  const groups = [...new Set(offered.map(({ group }) => group ?? ''))]
  // It is fetched when it is first asked for: it opens as it arrives, and each time after.
  useEffect(() => (askedFor ? open() : undefined), [askedFor])
  const list = useRef<HTMLDivElement>(null)
  // The first one found is selected when the text changes, but not when commands come after it was typed: Enter would do nothing.
  useEffect(() => {
    if (!search || list.current?.querySelector('[data-selected]')) return
    list.current?.querySelector('[data-action]')?.setAttribute('data-selected', 'true')
    store.updateState((state) => ({ ...state, selected: 0 }))
  })
  return (
    <Spotlight.Root
      store={store}
      query={search}
      onQueryChange={(text) => {
        setSearch(text)
        onSearch?.(text)
      }}
      shortcut={null}
      scrollable
      maxHeight={420}
      radius={14}
      attributes={{ content: { 'aria-label': 'Commandes' } }}
    >
      <Spotlight.Search
        placeholder="Aller à… ou chercher un nom, un téléphone, une adresse"
        aria-label="Chercher partout"
        leftSection={<IconSearch size={18} stroke={1.7} />}
      />
      <Spotlight.ActionsList ref={list}>
        {groups.map((group) => (
          <Spotlight.ActionsGroup key={group} label={group}>
            {offered
              .filter((command) => (command.group ?? '') === group)
              .map(({ id, label, description, icon, run }) => (
                <Spotlight.Action
                  key={id}
                  label={label}
                  description={description}
                  leftSection={icon}
                  onClick={run}
                  highlightQuery={false}
                />
              ))}
          </Spotlight.ActionsGroup>
        ))}
        {isSearching && <Spotlight.Empty role="status">Recherche…</Spotlight.Empty>}
        {hasFailed && <Spotlight.Empty role="alert">La recherche n’a pas répondu. Veuillez réessayer.</Spotlight.Empty>}
        {!offered.length && !isSearching && !hasFailed && <Spotlight.Empty role="status">Aucun résultat</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}
