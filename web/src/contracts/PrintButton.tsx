import type { Contract } from '@bordee/core/contracts/contract.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { IconPrinter } from '@tabler/icons-react'
import { useCan } from '../can.ts'
import { type Why, WhyButton } from '../ui/WhyButton.tsx'
import { usePrint } from './usePrint.tsx'

export function PrintButton({ contract, why }: { contract: Pick<Contract, 'id' | 'status' | 'contractNumber'>; why?: Why }) {
  const { print, isPending } = usePrint()
  const can = useCan()
  if (!can(contractCalls.printContract)) return null
  return (
    <WhyButton
      variant="default"
      leftSection={<IconPrinter size={16} />}
      loading={isPending}
      why={why}
      onClick={() => void print([contract])}
    >
      Imprimer
    </WhyButton>
  )
}
