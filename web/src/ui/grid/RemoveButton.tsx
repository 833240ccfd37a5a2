import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'

/** Removes the rows that are ticked; says how many. */
export function RemoveButton({ ids, busy, onRemove }: { ids: string[]; busy: boolean; onRemove: (ids: string[]) => unknown }) {
  return (
    <Button
      variant="default"
      leftSection={<IconTrash size={16} />}
      disabled={!ids.length}
      loading={busy}
      onClick={() => void onRemove(ids)}
    >
      Supprimer{ids.length ? ` (${ids.length})` : ''}
    </Button>
  )
}
