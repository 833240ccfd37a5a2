import '@mantine/spotlight/styles.layer.css'
import { fold, searchable, searchMatch } from '@bordee/core/text.ts'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { takeKeys } from './earlyKeys.ts'

export interface Command {
  id: string
  label: string
  /** Other words that find it. */
  description?: string
  group?: string
  icon?: ReactNode
  run: () => void
}

const [store, { open }] = createSpotlight()

interface Props {
  commands: Command[]
  limit?: number
  /** A count: each increase opens the palette. */
  askedFor: number
  placeholder?: string
  onSearch?: (text: string) => void
  /** Results found elsewhere for the text, shown as they are. */
  found?: Command[]
  isSearching?: boolean
  hasFailed?: boolean
}

/** Ctrl + K: opens any page or starts any action from a few letters; Enter alone, the first. Ignores accents and word order. */
export function CommandPalette({
  commands,
  limit = 24,
  askedFor,
  placeholder = 'Aller à…',
  onSearch,
  found = [],
  isSearching = false,
  hasFailed = false,
}: Props) {
  const [search, setSearch] = useState('')
  function write(next: string) {
    setSearch(next)
    onSearch?.(next)
  }
  function takeEarlyKeys() {
    const early = takeKeys()
    if (early) write(search + early)
  }
  const field = useRef<HTMLInputElement>(null)
  const matches = searchMatch(search.trim())
  const begins = ({ label }: Command) => Number(fold(label).startsWith(fold(search.trim())))
  const matching = commands
    .filter(({ label, description = '', group = '' }) => matches(searchable(`${label} ${description} ${group}`)))
    .toSorted((a, b) => begins(b) - begins(a))
    .slice(0, limit)
  const offered = [...matching, ...found]
  const groups = [...new Set(offered.map(({ group }) => group ?? ''))]
  // The palette is loaded on first use: open it when it mounts, and on each later request.
  useEffect(() => {
    if (!askedFor) return
    // Already open and focused: no keys are early.
    if (field.current && document.activeElement === field.current) takeKeys()
    open()
  }, [askedFor])
  const list = useRef<HTMLDivElement | null>(null)
  // Mantine selects the first result when the text changes, but not when the palette opens nor when results come later:
  // Enter would do nothing.
  function selectFirst() {
    if (!list.current || list.current.querySelector('[data-selected]')) return
    list.current.querySelector('[data-action]')?.setAttribute('data-selected', 'true')
    store.updateState((state) => ({ ...state, selected: 0 }))
  }
  useEffect(selectFirst)
  return (
    <Spotlight.Root
      store={store}
      query={search}
      onQueryChange={write}
      onSpotlightClose={takeKeys}
      shortcut={null}
      scrollable
      maxHeight={420}
      radius={14}
      attributes={{ content: { 'aria-label': 'Commandes' } }}
    >
      <Spotlight.Search
        ref={field}
        onFocus={takeEarlyKeys}
        placeholder={placeholder}
        aria-label="Chercher partout"
        leftSection={<IconSearch size={18} stroke={1.7} />}
      />
      <Spotlight.ActionsList
        ref={(element) => {
          list.current = element
          selectFirst()
        }}
      >
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
