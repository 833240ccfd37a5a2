import type { Contract } from '@bordee/core/contracts/contract.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useCan } from '../can.ts'
import { usePrint } from './usePrint.tsx'

export function PrintButton({
  contract,
  disabled = false,
}: {
  contract: Pick<Contract, 'id' | 'status' | 'contractNumber'>
  disabled?: boolean
}) {
  const { print, isPending } = usePrint()
  const can = useCan()
  if (!can(contractCalls.printContract)) return null
  return (
    <Button
      variant="default"
      leftSection={<IconPrinter size={16} />}
      loading={isPending}
      disabled={disabled}
      onClick={() => void print([contract])}
    >
      Imprimer
    </Button>
  )
}
