import { type Punch, type PunchChange, punchChangeNames } from '@bordee/core/punches/punch.ts'
import { punchCalls } from '@bordee/core/punches/punches.calls.ts'
import { formatMinutes } from '@bordee/core/punches/worked-time.ts'
import { formatInstant, hourIn, todayIn } from '@bordee/core/time.ts'
import { Button, Group, List, Stack } from '@mantine/core'
import { useAction, useCall } from '../calls.ts'
import { BrokenPart } from '../ui/broken.tsx'
import { DateField, TimeField } from '../ui/form/dates.tsx'
import { Form, fieldsOf, SubmitButton, trySubmit, useForm } from '../ui/form/Form.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { Hint, PartTitle } from '../ui/words.tsx'
import { useZone } from '../ui/zone.ts'
import { correctionSchema, momentsOf, timesOf } from './hoursForm.ts'

interface Props {
  punch: Punch
  onClose: () => void
}

/** Hours and their trace; approved and removed ones only to read. */
export function CorrectHours({ punch, onClose }: Props) {
  const zone = useZone()
  const isLocked = punch.approvedAt !== null || punch.removedAt !== null
  return (
    <Stack>
      {isLocked ? <Hint>{lockedText(punch, zone)}</Hint> : <Correction punch={punch} onClose={onClose} />}
      <Trace id={punch.id} />
    </Stack>
  )
}

const lockedText = ({ approvedAt, approvedBy, removedAt }: Punch, zone: string) =>
  approvedAt
    ? `Approuvé par ${approvedBy} le ${formatInstant(approvedAt, zone)}\u00a0: le propriétaire peut retirer l’approbation de la semaine.`
    : `Retiré le ${formatInstant(removedAt, zone)}\u00a0: ces heures ne comptent plus.`

function Correction({ punch, onClose }: Props) {
  const zone = useZone()
  const form = useForm(correctionSchema, { defaultValues: { ...momentsOf(punch, zone), reason: '' } })
  const at = fieldsOf(form)
  const correct = useAction(punchCalls.correctPunch, {
    done: 'Heures corrigées',
    failed: 'Impossible de corriger ces heures.',
    after: onClose,
  })
  const remove = useAction(punchCalls.removePunch, { done: 'Heures retirées', failed: 'Impossible de retirer ces heures.', after: onClose })
  const { id } = punch
  return (
    <Form
      form={form}
      aria-label="Correction"
      onSubmit={({ reason, ...moments }) => {
        const { startedAt, endedAt } = timesOf(moments, zone, punch)
        if (endedAt === null && punch.endedAt !== null) return form.setError('to', { message: 'La fin est requise.' })
        return correct.mutateAsync({ id, startedAt, ...(endedAt && { endedAt }), reason }).catch(() => undefined)
      }}
    >
      <Stack>
        <Group align="start" grow>
          <TimeField name={at('from')} label="Début" required />
          <TimeField name={at('to')} label="Fin" />
        </Group>
        <DateField name={at('day')} label="Jour" required max={todayIn(zone, new Date())} />
        <TextField name={at('reason')} label="Motif" required placeholder="Fin oubliée, erreur d’heure…" />
        <Hint>Le motif et les heures d’avant restent dans l’historique.</Hint>
        <Group justify="space-between">
          <Button
            variant="subtle"
            color="red"
            loading={remove.isPending}
            onClick={() => void trySubmit(form, ({ reason }) => remove.mutateAsync({ id, reason }))}
          >
            Retirer ces heures
          </Button>
          <SubmitButton whenDirty>Corriger</SubmitButton>
        </Group>
      </Stack>
    </Form>
  )
}

function Trace({ id }: { id: string }) {
  const changes = useCall(punchCalls.listPunchChanges, { id })
  const zone = useZone()
  if (changes.isError) return <BrokenPart onRetry={() => void changes.refetch()} />
  if (!changes.data || changes.data.length === 0) return null
  return (
    <section aria-label="Historique">
      <PartTitle>Historique</PartTitle>
      <List size="sm">
        {changes.data.map((one) => (
          <List.Item key={one.id} style={{ overflowWrap: 'anywhere' }}>
            {traceText(one, zone)}
          </List.Item>
        ))}
      </List>
    </section>
  )
}

/** « Corrigé : 5 h 12 à 16 h → 5 h 12 à 17 h. Oubli (Paule Roy, 14/01/2026 8 h) ». */
function traceText({ kind, before, after, reason, userName, at }: PunchChange, zone: string): string {
  const span = ({ startedAt, endedAt }: PunchChange['before']) => `${hourIn(zone, startedAt)} à ${endedAt ? hourIn(zone, endedAt) : '…'}`
  const paid = ({ paidMinutes }: PunchChange['before']) => (paidMinutes === null ? 'temps réel' : formatMinutes(paidMinutes))
  const what = kind === 'paid' ? `${paid(before)} → ${paid(after)}` : span(before) === span(after) ? '' : `${span(before)} → ${span(after)}`
  const said = [punchChangeNames[kind], what].filter(Boolean).join('\u00a0: ')
  return `${said}.${reason ? ` ${reason}` : ''} (${userName}, ${formatInstant(at, zone)})`
}
