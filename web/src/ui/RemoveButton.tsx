import { Button, type ButtonProps } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { confirmRemoval } from './dialogs.tsx'
import type { Question } from './dialogsDrawn.tsx'

interface Props extends ButtonProps {
  question: Question
  busy: boolean
  onRemove: () => unknown
}

/** Deletes the thing on the screen after a confirmation. */
export function RemoveButton({ question, busy, onRemove, children = 'Supprimer', ...look }: Props) {
  async function askThenRemove() {
    if (await confirmRemoval(question)) onRemove()
  }
  return (
    <Button
      variant="subtle"
      color="red"
      leftSection={<IconTrash size={16} />}
      loading={busy}
      onClick={() => void askThenRemove()}
      {...look}
    >
      {children}
    </Button>
  )
}
