import type { ContractInGrid } from '@bordee/core/contracts/contract.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { useAction } from '../calls.ts'
import { confirm } from '../ui/dialogs.tsx'
import { openFile } from '../ui/openFile.ts'

const failed = "Le contrat n'a pas été imprimé…"

/** Contracts in one PDF, in a new tab. Printed by the office, a draft is no draft any more: of a single one it is asked first. */
export function usePrint(onDone?: () => void) {
  const one = useAction(contractCalls.printContract, { failed })
  const many = useAction(contractCalls.printContracts, { failed })

  async function print(chosen: readonly Pick<ContractInGrid, 'id' | 'status' | 'contractNumber'>[]) {
    const [only] = chosen.length === 1 ? chosen : []
    if (only?.status === 'draft' && !(await isSure(only.contractNumber))) return
    const load = () => (only ? one.mutateAsync({ id: only.id }) : many.mutateAsync({ contractIds: chosen.map(({ id }) => id) }))
    if (await openFile(load, failed)) onDone?.()
  }

  return { print, isPending: one.isPending || many.isPending }
}

const isSure = (contractNumber: string) =>
  confirm({
    title: `Imprimer le contrat ${contractNumber}?`,
    message: 'Ce contrat est un brouillon. Une fois imprimé, il passe au statut «\u00a0Imprimé\u00a0».',
    confirm: 'Imprimer',
  })
