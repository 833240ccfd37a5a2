import { IconTrash } from '@tabler/icons-react'
import { confirmRemoval } from '../dialogs.tsx'
import type { Question } from '../dialogsDrawn.tsx'
import { WhyButton } from '../WhyButton.tsx'

interface Props {
  /** The ticked rows. */
  ids: string[]
  busy: boolean
  /** The confirmation to ask for. */
  question: (ids: string[]) => Question
  onRemove: (ids: string[]) => unknown
}

export const tickFirst = 'Cochez d’abord une ligne ou plus.'

/** Deletes the ticked rows after a confirmation that says how many. */
export function RemoveRows({ ids, busy, question, onRemove }: Props) {
  async function askThenRemove() {
    if (await confirmRemoval({ count: ids.length, ...question(ids) })) onRemove(ids)
  }
  return (
    <WhyButton
      variant="default"
      leftSection={<IconTrash size={16} />}
      why={!ids.length && tickFirst}
      loading={busy}
      onClick={() => void askThenRemove()}
    >
      Supprimer{ids.length ? ` (${ids.length})` : ''}
    </WhyButton>
  )
}
