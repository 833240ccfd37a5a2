import type { SiteVisit } from '@bordee/core/runs/run.ts'
import { correctionTrouble } from '@bordee/core/runs/visit-correction.ts'
import { formatInstant, instantOf, wallClock } from '@bordee/core/time.ts'
import { lines, timeOfDay } from '@bordee/core/wire.ts'
import { Button, Group, List, Stack } from '@mantine/core'
import * as z from 'zod'
import { ChoiceField } from '../ui/form/choices.tsx'
import { TimeField } from '../ui/form/dates.tsx'
import { Form, fieldsOf, SubmitButton, useForm } from '../ui/form/Form.tsx'
import { TextareaField } from '../ui/form/TextareaField.tsx'
import { Hint } from '../ui/words.tsx'
import { useZone } from '../ui/zone.ts'
import { spanWords } from './runWords.ts'

export interface Correction {
  startedAt: string | null
  finishedAt: string | null
  reason: string
}

const schema = z.object({ truth: z.enum(['times', 'none']), from: timeOfDay, to: timeOfDay, reason: lines(1000) })

/** What the visit was in truth, and why. What was computed stays, and both are shown. */
export function CorrectionForm({ visit, onAnswer }: { visit: SiteVisit; onAnswer: (correction: Correction | null) => void }) {
  const zone = useZone()
  const { startedAt, finishedAt, corrections } = visit
  const [begun, ended] = [wallClock(startedAt, zone), wallClock(finishedAt, zone)]
  const form = useForm(schema, { defaultValues: { truth: 'times', from: begun.time, to: ended.time, reason: '' } })
  const at = fieldsOf(form)

  function submit({ truth, from, to, reason }: z.output<typeof schema>) {
    if (truth === 'none') return onAnswer({ startedAt: null, finishedAt: null, reason })
    const times = {
      startedAt: instantOf(begun.date, from, zone).toISOString(),
      finishedAt: instantOf(to < from ? ended.date : begun.date, to, zone).toISOString(),
    }
    const trouble = correctionTrouble(times, startedAt)
    if (trouble) return form.setError('to', { message: trouble })
    onAnswer({ ...times, reason })
  }

  return (
    <Form form={form} onSubmit={submit} aria-label="Correction">
      <Stack>
        <Hint>{`Calculée d’après les positions\u00a0: ${spanWords(startedAt, finishedAt, zone)}.`}</Hint>
        {corrections.length > 0 && (
          <List size="sm" aria-label="Corrections">
            {corrections.map((known) => (
              <List.Item key={known.id}>{correctionText(known, zone)}</List.Item>
            ))}
          </List>
        )}
        <ChoiceField name={at('truth')} label="En vérité" choices={{ times: 'D’autres heures', none: 'Aucune visite' }} />
        {form.watch('truth') === 'times' && (
          <Group align="start">
            <TimeField name={at('from')} label="Début" />
            <TimeField name={at('to')} label="Fin" />
          </Group>
        )}
        <TextareaField name={at('reason')} label="Motif" required limit={1000} />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => onAnswer(null)}>
            Annuler
          </Button>
          <SubmitButton>Corriger</SubmitButton>
        </Group>
      </Stack>
    </Form>
  )
}

function correctionText({ startedAt, finishedAt, reason, userName, at }: SiteVisit['corrections'][number], zone: string): string {
  const truth = startedAt && finishedAt ? spanWords(startedAt, finishedAt, zone) : 'aucune visite'
  return `${truth}\u00a0: ${reason} (${userName}, ${formatInstant(at, zone)})`
}
