import type { ClientInvoiceRow } from '@bordee/core/client-invoices/client-invoice.ts'
import { Button, Menu } from '@mantine/core'
import { IconCheck, IconChevronDown, IconMailForward, IconPrinter } from '@tabler/icons-react'
import { notify } from '../ui/notify.ts'
import { useInvoiceActions } from './useInvoiceActions.tsx'

const mostAtOnce = 500

/** Actions on 1 to 500 ticked invoices. */
export function InvoiceBatch({ chosen, onDone }: { chosen: ClientInvoiceRow[]; onDone: () => void }) {
  const { issue, send, print, isPending } = useInvoiceActions(onDone)
  const why =
    chosen.length === 0
      ? 'Sélectionnez d’abord des factures.'
      : chosen.length > mostAtOnce && `Sélectionnez au plus ${mostAtOnce} factures.`
  const acting = (act: (those: ClientInvoiceRow[]) => Promise<unknown>) => () => (why ? notify('warning', why) : void act(chosen))
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={16} />} loading={isPending}>
          Actions{chosen.length ? ` (${chosen.length})` : ''}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconCheck size={16} />} onClick={acting(issue)}>
          Émettre
        </Menu.Item>
        <Menu.Item leftSection={<IconMailForward size={16} />} onClick={acting(send)}>
          Envoyer par courriel
        </Menu.Item>
        <Menu.Item leftSection={<IconPrinter size={16} />} onClick={acting(print)}>
          Imprimer
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
