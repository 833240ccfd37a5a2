// The dialogs, in a separate file that is loaded with the first question. The functions to call are in dialogs.tsx.
import { fold } from '@bordee/core/text.ts'
import { Autocomplete, Text, TextInput } from '@mantine/core'
import { ModalsProvider, modals } from '@mantine/modals'
import { type ReactNode, useEffect, useState } from 'react'
import { Beginning } from './Dialog.tsx'
import { QuestionForm } from './QuestionForm.tsx'

export interface Question {
  title: string
  /** What will happen, in one sentence. */
  message?: ReactNode
  confirm?: string
  cancel?: string
  /** Red: something will be deleted. */
  destructive?: boolean
  /** How many things it concerns: to delete more than a few, the user must type their number. */
  count?: number
}

export interface NamedQuestion extends Question {
  name: string
}

export interface TextQuestion {
  title: string
  label: string
  value?: string
  /** Offered, but not the only answers. */
  choices?: readonly string[]
  confirm?: string
}

const { promise: drawn, resolve: isDrawn } = Promise.withResolvers<void>()

export function Drawn() {
  useEffect(isDrawn, [])
  return <ModalsProvider labels={{ confirm: 'Confirmer', cancel: 'Annuler' }} />
}

export async function confirm({ title, message, confirm: yes = 'Confirmer', cancel = 'Annuler', destructive = false }: Question) {
  await drawn
  return new Promise<boolean>((answer) => {
    modals.openConfirmModal({
      title,
      children: message && <Text size="sm">{message}</Text>,
      labels: { confirm: yes, cancel },
      confirmProps: destructive ? { color: 'red' } : { 'data-autofocus': true },
      // A destructive action must be chosen, not triggered by a stray Enter.
      cancelProps: destructive ? { 'data-autofocus': true } : undefined,
      onConfirm: () => answer(true),
      onClose: () => answer(false),
    })
  })
}

export const confirmByName = (question: NamedQuestion) =>
  ask<boolean>(question.title, false, (answer) => <TypedName {...question} onAnswer={answer} />)

export const askText = (question: TextQuestion) =>
  ask<string | null>(question.title, null, (answer) => <TypedText {...question} onAnswer={answer} />)

export async function ask<A>(title: string, otherwise: A, content: (answer: (value: A) => void) => ReactNode): Promise<A> {
  await drawn
  return new Promise((resolve) => {
    const id = modals.open({
      title,
      onClose: () => resolve(otherwise),
      children: (
        <Beginning>
          {content((value) => {
            resolve(value)
            modals.close(id)
          })}
        </Beginning>
      ),
    })
  })
}

interface Asked<A> {
  onAnswer: (answer: A) => void
}

function TypedName({ name, message, confirm: yes = 'Supprimer', cancel, onAnswer }: NamedQuestion & Asked<boolean>) {
  const [typed, setTyped] = useState('')
  return (
    <QuestionForm
      submit={yes}
      cancel={cancel}
      destructive
      ready={fold(typed.trim()) === fold(name)}
      onSubmit={() => onAnswer(true)}
      onCancel={() => onAnswer(false)}
    >
      {message && <Text size="sm">{message}</Text>}
      <TextInput
        label={`Pour confirmer, écrivez «\u00a0${name}\u00a0»`}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        data-autofocus
        autoComplete="off"
      />
    </QuestionForm>
  )
}

function TypedText({ label, value = '', choices, confirm: yes = 'Enregistrer', onAnswer }: TextQuestion & Asked<string | null>) {
  const [text, setText] = useState(value)
  const typed = text.trim()
  return (
    <QuestionForm submit={yes} ready={typed !== ''} onSubmit={() => onAnswer(typed)} onCancel={() => onAnswer(null)}>
      {choices ? (
        <Autocomplete label={label} data={[...choices]} value={text} onChange={setText} data-autofocus autoComplete="off" />
      ) : (
        <TextInput label={label} value={text} onChange={(event) => setText(event.currentTarget.value)} data-autofocus autoComplete="off" />
      )}
    </QuestionForm>
  )
}
