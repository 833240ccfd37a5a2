import { collectionNoteFields, resumeFields, type ServiceStop, stopFields } from '@bordee/core/collection/ageing.ts'
import { collectionCalls } from '@bordee/core/collection/collection.calls.ts'
import { todayIn } from '@bordee/core/time.ts'
import { Stack } from '@mantine/core'
import { useState } from 'react'
import type * as z from 'zod'
import { useAction } from '../calls.ts'
import { DateField } from '../ui/form/dates.tsx'
import { Form, fieldsOf, SubmitButton, useForm } from '../ui/form/Form.tsx'
import { TextareaField } from '../ui/form/TextareaField.tsx'
import { Hint } from '../ui/words.tsx'
import { useZone } from '../ui/zone.ts'

const noteSchema = collectionNoteFields.omit({ id: true, clientId: true })

export function NoteForm({ clientId }: { clientId: string }) {
  // The same note, however often it is sent.
  const [id] = useState(() => crypto.randomUUID())
  const add = useAction(collectionCalls.addCollectionNote, { done: 'Note ajoutée', failed: 'Impossible d’ajouter cette note.' })
  const form = useForm(noteSchema, { defaultValues: { text: '', followUpOn: null } satisfies z.input<typeof noteSchema> })
  const at = fieldsOf(form)
  return (
    <Form
      form={form}
      onSubmit={(note) => add.mutate({ note: { ...note, id, clientId } })}
      problem={add.error}
      under="note"
      aria-label="Note"
    >
      <Stack gap="xs">
        <TextareaField name={at('text')} label="Nouvelle note" maxLength={1000} />
        <DateField name={at('followUpOn')} label="Prochain suivi" clearable />
        <SubmitButton>Ajouter la note</SubmitButton>
      </Stack>
    </Form>
  )
}

const stopSchema = stopFields.omit({ id: true, clientId: true })

export function StopForm({ clientId, onAnswer }: { clientId: string; onAnswer: (isDone: boolean) => void }) {
  const today = todayIn(useZone(), new Date())
  const [id] = useState(() => crypto.randomUUID())
  const stop = useAction(collectionCalls.stopService, {
    done: 'Service suspendu',
    failed: 'Impossible de suspendre ce service.',
    after: () => onAnswer(true),
  })
  const form = useForm(stopSchema, { defaultValues: { fromDay: today } })
  return (
    <Form form={form} onSubmit={(values) => stop.mutate({ stop: { ...values, id, clientId } })} problem={stop.error} under="stop">
      <Stack>
        <Hint>
          À partir de ce jour, les opérateurs lisent «&nbsp;Ne pas déneiger&nbsp;» à chaque point de service du client, et sa page de suivi
          dit seulement «&nbsp;Communiquez avec nous.&nbsp;»
        </Hint>
        <DateField name={fieldsOf(form)('fromDay')} label="Suspendre dès le" />
        <SubmitButton>Suspendre</SubmitButton>
      </Stack>
    </Form>
  )
}

export function ResumeForm({ stop, onAnswer }: { stop: ServiceStop; onAnswer: (isDone: boolean) => void }) {
  const today = todayIn(useZone(), new Date())
  const resume = useAction(collectionCalls.resumeService, {
    done: 'Reprise du service inscrite',
    failed: 'Impossible de reprendre ce service.',
    after: () => onAnswer(true),
  })
  const [, untilDay = today] = [stop.fromDay, today].toSorted()
  const form = useForm(resumeFields, { defaultValues: { untilDay } })
  return (
    <Form form={form} onSubmit={(values) => resume.mutate({ id: stop.id, stop: values })} problem={resume.error} under="stop">
      <Stack>
        <Hint>À partir de ce jour, les points de service du client sont de nouveau déneigés.</Hint>
        <DateField name={fieldsOf(form)('untilDay')} label="Reprendre dès le" />
        <SubmitButton>Reprendre</SubmitButton>
      </Stack>
    </Form>
  )
}
