import { punchCalls } from '@bordee/core/punches/punches.calls.ts'
import { todayIn } from '@bordee/core/time.ts'
import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../calls.ts'
import { SelectField } from '../ui/form/choices.tsx'
import { DateField, TimeField } from '../ui/form/dates.tsx'
import { Form, fieldsOf, SubmitButton, useForm } from '../ui/form/Form.tsx'
import { Hint } from '../ui/words.tsx'
import { useZone } from '../ui/zone.ts'
import { newHoursSchema, timesOf } from './hoursForm.ts'

interface Props {
  people: { value: string; label: string }[] | undefined
  onClose: () => void
}

/** Someone’s hours, as the office knows them. */
export function NewHours({ people, onClose }: Props) {
  const zone = useZone()
  const today = todayIn(zone, new Date())
  const [id] = useState(() => crypto.randomUUID())
  const form = useForm(newHoursSchema, { defaultValues: { accountId: '', day: today, from: '', to: null } })
  const at = fieldsOf(form)
  const save = useAction(punchCalls.savePunch, { done: 'Heures inscrites', failed: 'Impossible d’inscrire ces heures.', after: onClose })
  return (
    <Form
      form={form}
      aria-label="Heures"
      onSubmit={({ accountId, ...moments }) => save.mutateAsync({ id, accountId, ...timesOf(moments, zone) }).catch(() => undefined)}
    >
      <Stack>
        <SelectField name={at('accountId')} label="Personne" required searchable choices={people} />
        <DateField name={at('day')} label="Jour" required max={today} />
        <Group align="start" grow>
          <TimeField name={at('from')} label="Début" required />
          <TimeField name={at('to')} label="Fin" />
        </Group>
        <Hint>Une fin avant le début est du lendemain. Sans fin, la journée reste en cours.</Hint>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Annuler
          </Button>
          <SubmitButton>Inscrire</SubmitButton>
        </Group>
      </Stack>
    </Form>
  )
}
