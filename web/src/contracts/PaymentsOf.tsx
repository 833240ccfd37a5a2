import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { useCall } from '../calls.ts'
import { itself, Loaded } from '../ui/Loaded.tsx'
import { PaymentsForm } from './PaymentsForm.tsx'

/** The payments form for a contract known only by its id. */
export function PaymentsOf({ contractId, onDone }: { contractId: string; onDone: () => void }) {
  const contract = useCall(contractCalls.getContract, { id: contractId })
  return (
    <Loaded query={contract} pick={itself} what="Contrat" home="/dashboard/contracts/list">
      {(found) => <PaymentsForm contract={found} onDone={onDone} />}
    </Loaded>
  )
}
