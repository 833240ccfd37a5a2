import { fold } from '@bordee/core/text.ts'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { modals } from '@mantine/modals'
import { type ReactNode, useState } from 'react'

export interface Question {
  title: string
  /** What will happen, in a sentence. */
  message?: ReactNode
  confirm?: string
  cancel?: string
  /** Red: something will be lost. */
  destructive?: boolean
}

/** Asks and answers: false when closed in any other way than by the button. */
export function confirm({
  title,
  message,
  confirm: yes = 'Confirmer',
  cancel = 'Annuler',
  destructive = false,
}: Question): Promise<boolean> {
  return new Promise((answer) => {
    modals.openConfirmModal({
      title,
      children: message && <Text size="sm">{message}</Text>,
      labels: { confirm: yes, cancel },
      confirmProps: destructive ? { color: 'red' } : undefined,
      // What destroys must be chosen, not hit by a stray Enter.
      cancelProps: destructive ? { 'data-autofocus': true } : undefined,
      onConfirm: () => answer(true),
      onClose: () => answer(false),
    })
  })
}

/** For what cannot be undone: the name must be typed. Accents and case are forgiven. */
export function confirmByName({ name, ...question }: Question & { name: string }): Promise<boolean> {
  return ask<boolean>(question.title, false, (answer) => <TypedName name={name} {...question} onAnswer={answer} />)
}

/** Asks for a text, for example the name of a copy. Null when given up. */
export function askText({
  title,
  label,
  value = '',
  confirm: yes = 'Enregistrer',
}: {
  title: string
  label: string
  value?: string
  confirm?: string
}): Promise<string | null> {
  return ask<string | null>(title, null, (answer) => <TextQuestion label={label} value={value} confirm={yes} onAnswer={answer} />)
}

/** A dialog whose content answers once; closing it is `otherwise`. */
export function ask<A>(title: string, otherwise: A, content: (answer: (value: A) => void) => ReactNode): Promise<A> {
  return new Promise((resolve) => {
    const id = modals.open({
      title,
      onClose: () => resolve(otherwise),
      children: content((value) => {
        resolve(value)
        modals.close(id)
      }),
    })
  })
}

function TypedName({
  name,
  message,
  confirm: yes = 'Supprimer',
  cancel = 'Annuler',
  onAnswer,
}: Question & { name: string; onAnswer: (sure: boolean) => void }) {
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

function TextQuestion({
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
