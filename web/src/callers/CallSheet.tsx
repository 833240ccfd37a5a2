import { type Caller, mostCallers, type CallSheet as Sheet } from '@bordee/core/callers/call-sheet.ts'
import { callerCalls } from '@bordee/core/callers/callers.calls.ts'
import { formatPhone } from '@bordee/core/phone.ts'
import { TextInput } from '@mantine/core'
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks'
import { IconPhone, IconPhoneOff } from '@tabler/icons-react'
import { useBlocker } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useCall } from '../calls.ts'
import { BrokenPart } from '../ui/broken.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { takeKeys } from '../ui/earlyKeys.ts'
import { EmptyState } from '../ui/states.tsx'
import { Hint } from '../ui/words.tsx'
import classes from './callers.module.css'
import { LatestCalls } from './LatestCalls.tsx'
import { NoteCall } from './NoteCall.tsx'
import { SiteSheetView } from './SiteSheetView.tsx'

/** How long typing must pause before we ask the server, in milliseconds. */
const patience = 120

/** « Fiche d’appel »: who is calling, what to tell them, and what to note. `askedFor` is a count: each increase opens it. */
export function CallSheet({ askedFor }: { askedFor: number }) {
  const [closedAt, setClosedAt] = useState(0)
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const close = () => {
    takeKeys()
    setClosedAt(askedFor)
  }
  const opened = askedFor > closedAt
  // Back closes the sheet; the page under it stays.
  useBlocker({
    shouldBlockFn: ({ action }) => {
      if (action !== 'BACK') return false
      close()
      return true
    },
    enableBeforeUnload: false,
    disabled: !opened,
  })
  return (
    <Dialog opened={opened} onClose={close} title="Fiche d’appel" size={980} fullScreen={isNarrow} centered={false} yOffset="8dvh">
      <Answering key={askedFor} onDone={close} />
    </Dialog>
  )
}

function Answering({ onDone }: { onDone: () => void }) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const actions = useRef<HTMLDivElement>(null)
  const { answer, isSearching, hasFailed, onRetry } = useAnswer(text)
  const { callers } = answer
  const caller = callers[chosen]
  const other = useCall(callerCalls.getCallSheet, chosen > 0 && caller?.siteId ? { siteId: caller.siteId } : 'not yet', { what: null })
  const sheet = chosen > 0 ? other.data?.sheet : answer.sheet
  const isUnknown = text.trim().length > 1 && callers.length === 0 && !isSearching && !hasFailed

  function write(next: string) {
    setText(next)
    setChosen(0)
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && callers.length > 0) setChosen((chosen + step + callers.length) % callers.length)
    else if (event.key === 'Enter') actions.current?.querySelector('button')?.focus()
    else return
    event.preventDefault()
  }

  return (
    <div className={classes.sheet}>
      <TextInput
        data-autofocus
        aria-label="Qui appelle"
        placeholder="Téléphone, adresse ou nom"
        leftSection={<IconPhone size={18} stroke={1.7} />}
        size="md"
        maxLength={100}
        value={text}
        onChange={(event) => write(event.currentTarget.value)}
        onFocus={() => {
          const early = takeKeys()
          if (early) write(text + early)
        }}
        onKeyDown={onKeyDown}
        role="combobox"
        aria-expanded={callers.length > 0}
        aria-controls="callers"
        aria-activedescendant={caller && `caller-${chosen}`}
        autoComplete="off"
      />
      {hasFailed && <BrokenPart onRetry={onRetry} />}
      {!text.trim() && <LatestCalls calls={answer.latest} />}
      {callers.length > 0 && (
        <div className={classes.found} data-stale={isSearching || undefined}>
          <div>
            <div id="callers" role="listbox" aria-label="Qui appelle" className={classes.callers}>
              {callers.map((one, i) => (
                <CallerRow
                  key={one.siteId ?? one.customerId}
                  caller={one}
                  id={`caller-${i}`}
                  isChosen={i === chosen}
                  onChoose={() => setChosen(i)}
                />
              ))}
            </div>
            {answer.hasMore && <Hint>Les {mostCallers} premiers&nbsp;: précisez l’adresse ou le nom.</Hint>}
          </div>
          <div className={classes.site}>
            {sheet && <SiteSheetView sheet={sheet} caller={caller} onLeave={onDone} />}
            {caller && !caller.siteId && <EmptyState title={caller.customerName} description="Ce client n’a pas de point de service." />}
            {caller && (sheet || !caller.siteId) && (
              <NoteCall key={`${caller.customerId} ${caller.siteId}`} ref={actions} caller={caller} phone={answer.phone} onDone={onDone} />
            )}
          </div>
        </div>
      )}
      {isUnknown && (
        <div className={classes.site}>
          <EmptyState
            icon={<IconPhoneOff />}
            title={answer.phone ? `Numéro inconnu\u00a0: ${formatPhone(answer.phone)}` : 'Personne à ce nom ni à cette adresse'}
            description={answer.phone ? 'L’appel peut être noté avec ce numéro.' : 'Essayez le téléphone, la rue ou une partie du nom.'}
          />
          {answer.phone && <NoteCall ref={actions} caller={null} phone={answer.phone} onDone={onDone} />}
        </div>
      )}
    </div>
  )
}

const nothing: Sheet = { phone: null, callers: [], hasMore: false, sheet: null, latest: [] }

/** The last answer stays until the next one comes, so that nothing flickers while the user types. */
function useAnswer(typed: string) {
  const text = typed.trim()
  const [q] = useDebouncedValue(text, patience)
  const asked = useCall(callerCalls.getCallSheet, q.length === 1 ? 'not yet' : { q }, { what: null })
  const [kept, setKept] = useState(nothing)
  useEffect(() => {
    if (asked.data) setKept(asked.data)
  }, [asked.data])
  const isCurrent = text === q && asked.data !== undefined
  return {
    answer: isCurrent ? asked.data : text ? kept : { ...nothing, latest: kept.latest },
    isSearching: !isCurrent && !asked.isError,
    hasFailed: asked.isError && text === q,
    onRetry: () => void asked.refetch(),
  }
}

interface RowProps {
  caller: Caller
  id: string
  isChosen: boolean
  onChoose: () => void
}

function CallerRow({ caller: { siteAddress, customerName, occupantName, phone }, id, isChosen, onChoose }: RowProps) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys, as in every combobox
    <div ref={row} id={id} role="option" aria-selected={isChosen} tabIndex={-1} onClick={onChoose}>
      <strong>{siteAddress || customerName}</strong>
      <small>{[...new Set([occupantName, siteAddress && customerName, formatPhone(phone)])].filter(Boolean).join(' · ')}</small>
    </div>
  )
}
