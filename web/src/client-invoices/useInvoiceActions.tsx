import type { ClientInvoiceRow } from '@bordee/core/client-invoices/client-invoice.ts'
import { clientInvoiceCalls } from '@bordee/core/client-invoices/client-invoices.calls.ts'
import { count } from '@bordee/core/text.ts'
import { useAction } from '../calls.ts'
import { showOutcomes } from '../contracts/showOutcomes.tsx'
import { confirm } from '../ui/dialogs.tsx'
import { notify } from '../ui/notify.ts'
import { openFile } from '../ui/openFile.ts'
import { saveFile } from '../ui/saveFile.ts'
import { useRequestKey } from '../ui/useRequestKey.ts'

type Chosen = Pick<ClientInvoiceRow, 'id' | 'number' | 'status' | 'clientName'>
interface Refused {
  id: string
  clientName: string
  reason: string
}

const failedToPrint = 'Impossible d’imprimer.'

/** Issues, e-mails and prints one invoice, or up to five hundred. */
export function useInvoiceActions(onDone?: () => void) {
  const issuing = useAction(clientInvoiceCalls.issueClientInvoices, {
    failed: 'Impossible d’émettre.',
    after: ({ issuedCount, refused }) => {
      if (issuedCount > 0) notify('success', `${count(issuedCount, 'facture')} émise${issuedCount > 1 ? 's' : ''}`)
      tell('Des factures n’ont pas été émises', refused)
      onDone?.()
    },
  })
  const sending = useAction(clientInvoiceCalls.sendClientInvoices, {
    failed: 'Impossible d’envoyer.',
    after: ({ sentCount, refused }) => {
      if (sentCount > 0) notify('success', `${count(sentCount, 'facture')} en route par courriel`)
      tell('Des factures n’ont pas été envoyées', refused)
      onDone?.()
    },
  })
  const press = useRequestKey()
  const one = useAction(clientInvoiceCalls.printClientInvoice, { failed: failedToPrint })
  const many = useAction(clientInvoiceCalls.printClientInvoices, { failed: failedToPrint })
  const these = (chosen: readonly Chosen[]) => count(chosen.length, 'facture')
  const idsOf = (chosen: readonly Chosen[]) => chosen.map(({ id }) => id)

  async function issue(chosen: readonly Chosen[]) {
    const isSure = await confirm({
      title: chosen.length === 1 ? 'Émettre cette facture?' : `Émettre ${these(chosen)}?`,
      message: 'Chaque facture reçoit son numéro et ne change plus\u00a0: seule une note de crédit peut ensuite l’annuler.',
      confirm: 'Émettre',
    })
    if (isSure) issuing.mutate({ invoiceIds: idsOf(chosen) })
  }

  async function send(chosen: readonly Chosen[]) {
    const isSure = await confirm({
      title: chosen.length === 1 ? 'Envoyer cette facture par courriel?' : `Envoyer ${these(chosen)} par courriel?`,
      message: 'Chaque client reçoit sa facture en PDF, avec un lien vers son espace client.',
      confirm: 'Envoyer',
    })
    if (isSure) sending.mutate({ invoiceIds: idsOf(chosen), requestKey: press.keyOf(idsOf(chosen)) }, { onSuccess: press.done })
  }

  const print = (chosen: readonly Chosen[]) => {
    const [only] = chosen
    if (chosen.length === 1 && only) return openFile(() => one.mutateAsync({ id: only.id }), failedToPrint)
    return saveFile(() => many.mutateAsync({ invoiceIds: idsOf(chosen) }), `Factures (${chosen.length}).pdf`, failedToPrint)
  }

  return { issue, send, print, isPending: issuing.isPending || sending.isPending || one.isPending || many.isPending }
}

function tell(title: string, refused: readonly Refused[]) {
  if (refused.length === 0) return
  void showOutcomes(
    title,
    refused.map(({ id, clientName, reason }) => ({ id, title: clientName, text: reason })),
  )
}
