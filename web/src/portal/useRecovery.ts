import type { Contract } from '@bordee/core/contracts/contract.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { Problem } from '@bordee/core/problem.ts'
import { useCall } from '../calls.ts'
import { tell } from '../ui/tell.ts'

/** What the page around says by itself, once the contract is read again. */
const toldByThePage = ['older-version', 'contract-in-draft', 'other-email']

interface Answering {
  isAnswered: (contract: Contract) => boolean
  onDone: () => unknown
}

/**
 * For an answer that was refused, or whose own answer was lost: the contract is read again. If it bears the answer, that was his own press, made twice or
 * unheard, and it counts as done.
 */
export function useRecovery(contractId: string, { isAnswered, onDone }: Answering): (error: unknown) => void {
  const contract = useCall(contractCalls.getContract, { id: contractId })
  async function recover(error: unknown) {
    // Without a network nothing would come, and nothing be said.
    const { data, isError } = navigator.onLine ? await contract.refetch() : contract
    if (data && !isError && isAnswered(data)) return onDone()
    const isTold = error instanceof Problem && toldByThePage.includes(error.body.code ?? '')
    if (!isTold) tell(error, 'Erreur lors de votre demande. Veuillez réessayer plus tard')
  }
  return (error) => void recover(error)
}
