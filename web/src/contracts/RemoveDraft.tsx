import type { Contract } from '@bordee/core/contracts/contract.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { useAction } from '../calls.ts'
import { RemoveButton } from '../ui/RemoveButton.tsx'

/** Only a draft without payments can be deleted; any other contract is archived. */
export function RemoveDraft({ contract, onGone }: { contract: Contract; onGone: () => void }) {
  const { id, contractNumber, status, payments } = contract
  const remove = useAction(contractCalls.deleteContract, {
    done: 'Contrat supprimé',
    failed: 'Impossible de supprimer le contrat.',
    after: onGone,
  })
  if (status !== 'draft' || payments.some(({ deletedAt }) => deletedAt === null)) return null
  return (
    <RemoveButton
      question={{ title: `Supprimer le contrat ${contractNumber}?`, message: 'Ce brouillon disparaît. Cela ne peut pas être annulé.' }}
      busy={remove.isPending}
      onRemove={() => remove.mutate({ id })}
    />
  )
}
