import type { Contract } from '@bordee/core/contracts/contract.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useAction } from '../calls.ts'
import { confirm } from '../ui/dialogs.tsx'

/** Only a draft without payments can be deleted; any other contract is archived. */
export function RemoveDraft({ contract, onGone }: { contract: Contract; onGone: () => void }) {
  const { id, contractNumber, status, payments } = contract
  const remove = useAction(contractCalls.deleteContract, {
    done: 'Contrat supprimé',
    failed: 'Impossible de supprimer le contrat.',
    after: onGone,
  })

  async function askThenRemove() {
    const sure = await confirm({
      title: `Supprimer le contrat ${contractNumber}?`,
      message: 'Ce brouillon disparaît. Cela ne peut pas être annulé.',
      confirm: 'Supprimer',
      destructive: true,
    })
    if (sure) remove.mutate({ id })
  }

  if (status !== 'draft' || payments.some(({ deletedAt }) => deletedAt === null)) return null
  return (
    <Button
      variant="subtle"
      color="red"
      leftSection={<IconTrash size={16} />}
      loading={remove.isPending}
      onClick={() => void askThenRemove()}
    >
      Supprimer
    </Button>
  )
}
