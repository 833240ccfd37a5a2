import '@mantine/spotlight/styles.layer.css'
import { fold } from '@bordee/core/text.ts'
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
  /** One of thousands: shown once something was typed. */
  onlyFound?: boolean
  run: () => void
}

const [store, { open }] = createSpotlight()

/** Ctrl + K: goes anywhere and does anything, by a few letters. Accents and the order of words are forgiven. */
export function CommandPalette({ commands, limit = 12, askedFor }: { commands: Command[]; limit?: number; askedFor: number }) {
  const [search, setSearch] = useState('')
  const words = fold(search).split(/\s+/)
  const offered = search.trim().length > 1 ? commands : commands.filter(({ onlyFound }) => !onlyFound)
  const found = offered
    .filter(({ label, description = '', group = '' }) => words.every((word) => fold(`${label} ${description} ${group}`).includes(word)))
    .slice(0, limit)
  const groups = [...new Set(found.map(({ group }) => group ?? ''))]
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
      onQueryChange={setSearch}
      shortcut={null}
      scrollable
      maxHeight={420}
      radius={14}
      attributes={{ content: { 'aria-label': 'Commandes' } }}
    >
      <Spotlight.Search
        placeholder="Aller à… ou faire…"
        aria-label="Chercher une commande"
        leftSection={<IconSearch size={18} stroke={1.7} />}
      />
      <Spotlight.ActionsList ref={list}>
        {groups.map((group) => (
          <Spotlight.ActionsGroup key={group} label={group}>
            {found
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
        {!found.length && <Spotlight.Empty>Aucune commande trouvée</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}
