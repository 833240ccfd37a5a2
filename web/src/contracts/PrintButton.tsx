import type { Contract } from '@bordee/core/contracts/contract.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { IconPrinter } from '@tabler/icons-react'
import { useCan } from '../can.ts'
import { type Why, WhyButton } from '../ui/WhyButton.tsx'
import { usePrint } from './usePrint.tsx'

interface Props {
  contract: Pick<Contract, 'id' | 'status' | 'contractNumber'>
  /** The next step: the first button. */
  isNext?: boolean
  why?: Why
}

export function PrintButton({ contract, isNext = false, why }: Props) {
  const { print, isPending } = usePrint()
  const can = useCan()
  if (!can(contractCalls.printContract)) return null
  return (
    <WhyButton
      variant={isNext ? 'filled' : 'default'}
      leftSection={<IconPrinter size={16} />}
      loading={isPending}
      why={why}
      onClick={() => void print([contract])}
    >
      Imprimer
    </WhyButton>
  )
}
