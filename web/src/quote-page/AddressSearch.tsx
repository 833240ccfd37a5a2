import { addressCalls, type Place, type Suggestion } from '@bordee/core/addresses/addresses.calls.ts'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { ask } from '../api.ts'
import { Field } from './fields.tsx'

interface Props {
  /** The chosen address as text; empty when none is chosen. */
  value: string
  error: string | undefined
  onChosen: (place: Place) => void
  /** The text no longer matches the chosen address. */
  onTyped: (typed: string) => void
}

/** Debounce, in milliseconds. */
const patience = 250

/** Chooses an address from suggestions. Typing alone chooses nothing. */
export function AddressSearch({ value, error, onChosen, onTyped }: Props) {
  const list = useId()
  const [session] = useState(() => crypto.randomUUID())
  const [text, setText] = useState(value)
  const [search, setSearch] = useState('')
  const [found, setFound] = useState<Suggestion[] | 'failed' | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const [trouble, setTrouble] = useState(false)
  const choosing = useRef(0)

  useEffect(() => {
    if (value) setText(value)
  }, [value])

  useEffect(() => {
    if (search.trim().length < 3) return setFound(null)
    const gone = new AbortController()
    const look = async () => {
      const asked = { search: search.trim(), sessionToken: session }
      const answer = await ask(addressCalls.suggestAddresses, asked, gone).catch(() => 'failed' as const)
      if (gone.signal.aborted) return
      setFound(answer)
      setActive(-1)
    }
    const timer = setTimeout(() => void look(), patience)
    return () => {
      clearTimeout(timer)
      gone.abort()
    }
  }, [search, session])

  async function choose({ placeId, description }: Suggestion) {
    const turn = ++choosing.current
    setText(description)
    setIsOpen(false)
    setTrouble(false)
    const place = await ask(addressCalls.getAddress, { placeId, sessionToken: session }).catch(() => null)
    if (turn !== choosing.current) return // the user has typed on
    if (place) onChosen(place)
    else setTrouble(true)
  }

  function type(typed: string) {
    choosing.current++
    setText(typed)
    setSearch(typed)
    setIsOpen(true)
    setTrouble(false)
    onTyped(typed)
  }

  const offered = Array.isArray(found) ? found : []
  function move(event: KeyboardEvent) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by && offered.length > 0) {
      event.preventDefault()
      setIsOpen(true)
      setActive((active + by + offered.length + (active < 0 && by < 0 ? 1 : 0)) % offered.length)
    }
    const chosen = offered[active]
    if (event.key === 'Enter' && isOpen && chosen) {
      event.preventDefault()
      void choose(chosen)
    }
    if (event.key === 'Escape') setIsOpen(false)
  }

  // « Nothing found » stays in the page's flow, so that it doesn't cover the alternatives.
  const isEmpty = offered.length === 0
  const isShown = (isOpen || isEmpty) && found !== null && !value
  const said = trouble ? 'Impossible de lire cette adresse. Veuillez réessayer.' : error
  return (
    <Field label="Adresse à déneiger" error={said} required>
      {(named) => (
        <div className="combobox">
          <input
            {...named}
            className="input"
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={isShown && !isEmpty}
            aria-controls={list}
            aria-activedescendant={isShown && active >= 0 ? `${list}${active}` : undefined}
            autoComplete="off"
            placeholder="Numéro, rue, ville"
            required
            value={text}
            onChange={(event) => type(event.currentTarget.value)}
            onFocus={() => setIsOpen(true)}
            onBlur={() => setIsOpen(false)}
            onKeyDown={move}
          />
          <div className="offered" data-empty={isEmpty || undefined} hidden={!isShown}>
            <div role="listbox" id={list} aria-label="Adresses proposées">
              {offered.map((one, i) => (
                <button
                  key={one.placeId}
                  type="button"
                  id={`${list}${i}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={i === active}
                  onPointerDown={(event) => event.preventDefault()} // keeps the focus in the field, which names the active suggestion
                  onClick={() => void choose(one)}
                >
                  {one.description}
                </button>
              ))}
            </div>
            {found === 'failed' && <p role="alert">Impossible de chercher l’adresse. Veuillez réessayer.</p>}
            {found?.length === 0 && <p role="status">Aucune adresse trouvée au Canada.</p>}
          </div>
        </div>
      )}
    </Field>
  )
}
