import type { Contract } from '@bordee/core/contracts/contract.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { Problem } from '@bordee/core/problem.ts'
import { useCall } from '../calls.ts'
import { notifyFailure } from '../ui/notify.ts'

/** Refusals that the page shows by itself once it has read the contract again. */
const toldByThePage = ['older-version', 'contract-in-draft', 'other-email']

interface Answering {
  isAnswered: (contract: Contract) => boolean
  onDone: () => unknown
}

/**
 * Handles a failed answer (signing or declining): reads the contract again. If it already has the answer, the client
 * pressed twice or the response was lost, and the answer counts as done.
 */
export function useRecovery(contractId: string, { isAnswered, onDone }: Answering): (error: unknown) => void {
  const contract = useCall(contractCalls.getContract, { id: contractId })
  async function recover(error: unknown) {
    // Offline, a refetch would wait forever and show nothing.
    const { data, isError } = navigator.onLine ? await contract.refetch() : contract
    if (data && !isError && isAnswered(data)) return onDone()
    const isTold = error instanceof Problem && toldByThePage.includes(error.body.code ?? '')
    if (!isTold) notifyFailure(error, 'Erreur lors de votre demande. Veuillez réessayer plus tard')
  }
  return (error) => void recover(error)
}
