import type { Contract } from '@bordee/core/contracts/contract.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { useState } from 'react'
import { ask } from '../api.ts'
import { openFile } from '../ui/openFile.ts'
import { saveFile } from '../ui/saveFile.ts'

const failed = 'Le contrat n’a pas été imprimé…'

/** A contract's PDF, to print or download. For a signed contract it is the signed document with its certificate. */
export function useContractFile({ id, contractNumber }: Pick<Contract, 'id' | 'contractNumber'>) {
  const [isPending, setPending] = useState(false)
  const load = () => ask(contractCalls.printContract, { id })
  const meanwhile = async (work: Promise<unknown>) => {
    setPending(true)
    await work
    setPending(false)
  }
  return {
    isPending,
    print: () => meanwhile(openFile(load, failed)),
    keep: () => meanwhile(saveFile(load, `Contrat ${contractNumber}.pdf`, 'Impossible de télécharger le contrat.')),
  }
}
