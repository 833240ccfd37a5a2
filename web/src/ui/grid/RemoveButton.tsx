import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { confirm, type Question } from '../dialogs.tsx'

interface Props {
  /** Those that are ticked. */
  ids: string[]
  busy: boolean
  /** What is asked before. */
  question: (ids: string[]) => Question
  onRemove: (ids: string[]) => unknown
}

/** Removes the rows that are ticked: says how many, and asks. */
export function RemoveButton({ ids, busy, question, onRemove }: Props) {
  async function askThenRemove() {
    const sure = await confirm({ confirm: 'Supprimer', destructive: true, count: ids.length, ...question(ids) })
    if (sure) await onRemove(ids)
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
