import { chequeCalls } from '@bordee/core/cheques/cheques.calls.ts'
import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useAction } from '../calls.ts'
import { openFile } from '../ui/openFile.ts'

const failed = 'Impossible d’imprimer le bordereau.'

export function PrintSlip({ id }: { id: string }) {
  const print = useAction(chequeCalls.printDeposit, { failed: () => null })
  return (
    <Button
      variant="default"
      leftSection={<IconPrinter size={18} />}
      loading={print.isPending}
      style={{ alignSelf: 'flex-start' }}
      onClick={() => void openFile(() => print.mutateAsync({ id }), failed)}
    >
      Imprimer le bordereau
    </Button>
  )
}
