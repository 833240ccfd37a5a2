import { operationCalls } from '@bordee/core/operations/operations.calls.ts'
import { useAction } from '../calls.ts'
import { askText } from '../ui/dialogs.tsx'

/** Asks for a note and adds it to the journal. */
export function useNote(id: string) {
  const add = useAction(operationCalls.addOperationNote, { done: 'Note ajoutée.', failed: 'La note n’a pas été ajoutée.' })
  return async () => {
    const text = await askText({ title: 'Ajouter une note', label: 'Note', confirm: 'Ajouter' })
    if (text) add.mutate({ id, text })
  }
}
