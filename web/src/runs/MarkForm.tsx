import { type NotDoneReason, notDoneReasonNames, type RunSite } from '@bordee/core/runs/run.ts'
import { runCalls } from '@bordee/core/runs/runs.calls.ts'
import { Button, Group, Radio, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../calls.ts'
import { ask } from '../ui/dialogs.tsx'

interface Mark {
  reason: NotDoneReason | null
  note: string | null
}
type Area = RunSite['areas'][number]

/** Marks a site or one of its areas as done or not done; asks first for a note and, if not done, the reason. */
export function useMarks(runId: string) {
  const words = { done: 'Modification sauvegardée', failed: 'Erreur lors de la sauvegarde.' }
  const siteDone = useAction(runCalls.markSiteDone, words)
  const siteNotDone = useAction(runCalls.markSiteNotDone, words)
  const areaDone = useAction(runCalls.markAreaDone, words)
  const areaNotDone = useAction(runCalls.markAreaNotDone, words)
  return {
    async site({ id, siteAddress }: RunSite, isDone: boolean) {
      const mark = await askMark(siteAddress, isDone)
      if (mark) (isDone ? siteDone : siteNotDone).mutate({ runId, runSiteId: id, ...mark })
    },
    async area({ siteAddress }: RunSite, { id, name }: Area, isDone: boolean) {
      const mark = await askMark(`${siteAddress}, ${name}`, isDone)
      if (mark) (isDone ? areaDone : areaNotDone).mutate({ runId, siteAreaId: id, ...mark })
    },
  }
}

const askMark = (place: string, isDone: boolean) =>
  ask<Mark | null>(`${place}\u00a0: ${isDone ? 'fait' : 'non fait'}`, null, (answer) => <MarkForm isDone={isDone} onAnswer={answer} />)

function MarkForm({ isDone, onAnswer }: { isDone: boolean; onAnswer: (mark: Mark | null) => void }) {
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
          <Button type="submit">{isDone ? 'Marquer fait' : 'Marquer non fait'}</Button>
        </Group>
      </Stack>
    </form>
  )
}
