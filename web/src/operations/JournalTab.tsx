import { boardCalls } from '@bordee/core/operations/board.calls.ts'
import type { Board, JournalEntry } from '@bordee/core/operations/board.ts'
import { operationCalls } from '@bordee/core/operations/operations.calls.ts'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction, useCall } from '../calls.ts'
import { itself, Loaded } from '../ui/Loaded.tsx'
import { useZone } from '../ui/zone.ts'
import { momentIn } from './boardWords.ts'
import classes from './operations.module.css'
import { useLiveOperation } from './useBoard.ts'

const kindNames: Record<JournalEntry['kind'], string> = {
  opened: 'Ouverture',
  closed: 'Fermeture',
  'run-started': 'Départ',
  'run-finished': 'Fin de tournée',
  'handed-over': 'Reste remis',
  'not-done': 'Pas fait',
  request: 'Demande',
  reading: 'Lecture',
  note: 'Note',
  send: 'Alerte',
  decision: 'Décision',
}

/** What happened, newest first, and a field for a note. */
export function JournalTab({ board: { operation } }: { board: Board }) {
  const journal = useCall(boardCalls.listJournal, { id: operation.id })
  useLiveOperation(operation, () => journal.refetch())
  return (
    <Stack gap="md" maw={900}>
      <NoteForm id={operation.id} />
      <Loaded query={journal} pick={itself} what="Journal" home="/dashboard/operations">
        {(entries) => (
          <ol className={`${classes.journal} bordee-card`} aria-label="Journal">
            {entries.map((entry, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id, and the newest come first
              <Entry key={i} entry={entry} openedAt={operation.openedAt} />
            ))}
          </ol>
        )}
      </Loaded>
    </Stack>
  )
}

function NoteForm({ id }: { id: string }) {
  const [text, setText] = useState('')
  const add = useAction(operationCalls.addOperationNote, { failed: 'La note n’a pas été ajoutée.', after: () => setText('') })
  return (
    <form
      className="bordee-no-print"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim()) add.mutate({ id, text: text.trim() })
      }}
    >
      <Group gap="xs" wrap="nowrap">
        <TextInput
          aria-label="Note"
          placeholder="Ajouter une note"
          maxLength={2000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          flex={1}
        />
        <Button type="submit" loading={add.isPending} disabled={!text.trim()}>
          Ajouter
        </Button>
      </Group>
    </form>
  )
}

function Entry({ entry: { at, kind, text, userName, runId }, openedAt }: { entry: JournalEntry; openedAt: string }) {
  const zone = useZone()
  return (
    <li data-kind={kind}>
      <time dateTime={at} className="bordee-figures">
        {momentIn(zone, at, openedAt)}
      </time>
      <strong>{kindNames[kind]}</strong>
      <span>
        {runId ? (
          <Link to="/dashboard/geolocation/runs/{-$id}" params={{ id: runId }}>
            {text}
          </Link>
        ) : (
          text
        )}
        {userName && <small> · {userName}</small>}
      </span>
    </li>
  )
}
