import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { confirmRemoval } from '../dialogs.tsx'
import type { Question } from '../dialogsDrawn.tsx'

interface Props {
  /** The ticked rows. */
  ids: string[]
  busy: boolean
  /** The confirmation to ask for. */
  question: (ids: string[]) => Question
  onRemove: (ids: string[]) => unknown
}

/** Deletes the ticked rows after a confirmation that says how many. */
export function RemoveRows({ ids, busy, question, onRemove }: Props) {
  async function askThenRemove() {
    if (await confirmRemoval({ count: ids.length, ...question(ids) })) onRemove(ids)
  }
  return (
    <Button
      variant="default"
      leftSection={<IconTrash size={16} />}
      disabled={!ids.length}
      loading={busy}
      onClick={() => void askThenRemove()}
    >
      Supprimer{ids.length ? ` (${ids.length})` : ''}
    </Button>
  )
}
