// The dialogs, in a separate file that is loaded with the first question. The functions to call are in dialogs.tsx.
import { fold } from '@bordee/core/text.ts'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { ModalsProvider, modals } from '@mantine/modals'
import { type ReactNode, useEffect, useState } from 'react'
import { Beginning } from './Dialog.tsx'

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

export const askText = ({ title, label, value = '', confirm: yes = 'Enregistrer' }: TextQuestion) =>
  ask<string | null>(title, null, (answer) => <TypedText label={label} value={value} confirm={yes} onAnswer={answer} />)

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

function TypedName({
  name,
  message,
  confirm: yes = 'Supprimer',
  cancel = 'Annuler',
  onAnswer,
}: NamedQuestion & { onAnswer: (sure: boolean) => void }) {
  const [typed, setTyped] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (fold(typed.trim()) === fold(name)) onAnswer(true)
      }}
    >
      <Stack>
        {message && <Text size="sm">{message}</Text>}
        <TextInput
          label={`Pour confirmer, écrivez «\u00a0${name}\u00a0»`}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          data-autofocus
          autoComplete="off"
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => onAnswer(false)}>
            {cancel}
          </Button>
          <Button type="submit" color="red" disabled={fold(typed.trim()) !== fold(name)}>
            {yes}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function TypedText({
  label,
  value,
  confirm: yes,
  onAnswer,
}: {
  label: string
  value: string
  confirm: string
  onAnswer: (text: string | null) => void
}) {
  const [text, setText] = useState(value)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim()) onAnswer(text.trim())
      }}
    >
      <Stack>
        <TextInput label={label} value={text} onChange={(event) => setText(event.currentTarget.value)} data-autofocus />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => onAnswer(null)}>
            Annuler
          </Button>
          <Button type="submit" disabled={!text.trim()}>
            {yes}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
