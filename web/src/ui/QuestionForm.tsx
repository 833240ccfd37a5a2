import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  children: ReactNode
  submit: string
  cancel?: string
  destructive?: boolean
  busy?: boolean
  /** False until the fields can be sent. */
  ready: boolean
  onSubmit: () => unknown
  onCancel: () => void
}

/** The content of a dialog that asks for something: its fields, and a button to cancel beside the one to send. */
export function QuestionForm({
  children,
  submit,
  cancel = 'Annuler',
  destructive = false,
  busy = false,
  ready,
  onSubmit,
  onCancel,
}: Props) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (ready) onSubmit()
      }}
    >
      <Stack>
        {children}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {cancel}
          </Button>
          <Button type="submit" {...(destructive && { color: 'red' })} loading={busy} disabled={!ready}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
