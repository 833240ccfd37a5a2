import { type NotDoneReason, notDoneReasonNames } from '@bordee/core/runs/run.ts'
import { Button, Group, Radio, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { markingWord, type OfficeMark } from './runWords.ts'

export interface Mark {
  reason: NotDoneReason | null
  note: string | null
}

/** Asks for a note and, unless all is done, the reason. */
export function MarkForm({ type, onAnswer }: { type: OfficeMark; onAnswer: (mark: Mark | null) => void }) {
  const isDone = type === 'mark_as_done'
  const [reason, setReason] = useState<NotDoneReason>('vehicle')
  const [note, setNote] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onAnswer({ reason: isDone ? null : reason, note: note.trim() || null })
      }}
    >
      <Stack>
        {!isDone && (
          <Radio.Group label="Raison" value={reason} onChange={(value) => setReason(value as NotDoneReason)}>
            <Stack gap={8} mt={6}>
              {Object.entries(notDoneReasonNames).map(([value, label]) => (
                <Radio key={value} value={value} label={label} />
              ))}
            </Stack>
          </Radio.Group>
        )}
        <Textarea
          label="Note"
          autosize
          minRows={2}
          maxLength={1000}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => onAnswer(null)}>
            Annuler
          </Button>
          <Button type="submit">{markingWord(type)}</Button>
        </Group>
      </Stack>
    </form>
  )
}
