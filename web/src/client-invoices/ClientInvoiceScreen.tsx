import type { ClientInvoice } from '@bordee/core/client-invoices/client-invoice.ts'
import { clientInvoiceHistoryNames } from '@bordee/core/client-invoices/client-invoice-life.ts'
import { clientInvoiceCalls } from '@bordee/core/client-invoices/client-invoices.calls.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { count } from '@bordee/core/text.ts'
import { formatDate, formatInstant } from '@bordee/core/time.ts'
import { ActionIcon, Button, Group, SimpleGrid, Stack } from '@mantine/core'
import { IconCheck, IconCreditCard, IconMailForward, IconPrinter, IconTrash } from '@tabler/icons-react'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction, useCall } from '../calls.ts'
import { contractsOnly } from '../contracts/contractsOnly.tsx'
import { BrokenPart } from '../ui/broken.tsx'
import { ask, askText, confirmRemoval } from '../ui/dialogs.tsx'
import { Facts } from '../ui/Facts.tsx'
import { TextLink } from '../ui/LinkButton.tsx'
import { itself, Loaded } from '../ui/Loaded.tsx'
import { PageHeader } from '../ui/states.tsx'
import { Hint, SectionTitle } from '../ui/words.tsx'
import { useZone } from '../ui/zone.ts'
import { ClientInvoiceStatus } from './ClientInvoiceStatus.tsx'
import { DraftForm, PaymentForm } from './InvoiceForms.tsx'
import { InvoicePaper, paymentWords } from './InvoicePaper.tsx'
import { InvoiceSurplus } from './InvoiceSurplus.tsx'
import { useInvoiceActions } from './useInvoiceActions.tsx'
import { useLiveInvoices } from './useLiveInvoices.ts'

const list = '/dashboard/invoicing/invoices'
const card = { className: 'bordee-card', style: { padding: 20 } }

// invoicing/invoices/:invoiceId: one invoice and what the office may do with it (docs/product/client-invoices.md).
export const ClientInvoiceScreen = contractsOnly(() => {
  const { invoiceId } = useParams({ from: '/dashboard/invoicing/invoices/$invoiceId' })
  const invoice = useCall(clientInvoiceCalls.getClientInvoice, { id: invoiceId })
  useLiveInvoices()
  return (
    <Loaded query={invoice} pick={itself} what="Facture" home={list}>
      {(found) => <Invoice key={found.id} invoice={found} />}
    </Loaded>
  )
})

function Invoice({ invoice }: { invoice: ClientInvoice }) {
  const navigate = useNavigate()
  const [ticked, setTicked] = useState<string[]>([])
  const { clientName, clientId, number, status } = invoice
  const isDraft = status === 'draft'
  const isOpen = isDraft || status !== 'credited'
  return (
    <>
      <PageHeader
        title={number ? `Facture ${number}` : 'Facture – brouillon'}
        description={
          <>
            {clientName} <ClientInvoiceStatus invoice={invoice} />
          </>
        }
        onBack={() => void navigate({ to: list })}
        actions={<Actions invoice={invoice} />}
      />
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <section {...card} aria-label="Contenu">
          <InvoicePaper invoice={invoice} {...(isOpen && { ticked: { ids: ticked, onChange: setTicked } })} />
          <LineActions invoice={invoice} ticked={ticked} onDone={() => setTicked([])} />
        </section>
        <Stack>
          <section {...card} aria-label="Renseignements">
            <Facts
              facts={{
                Client: clientId ? <TextLink to={`/dashboard/client-folders/edit/${clientId}/client`}>{clientName}</TextLink> : clientName,
                Courriel: invoice.clientEmail,
                'Point de service': invoice.siteAddress,
                'Bon de commande': isDraft ? null : invoice.purchaseOrder,
                'Émise le': invoice.issuedOn && formatDate(invoice.issuedOn),
                Échéance: isDraft ? null : invoice.dueDate && formatDate(invoice.dueDate),
                Note: isDraft ? null : invoice.note,
              }}
            />
          </section>
          {isDraft ? (
            <section {...card} aria-label="Brouillon">
              <DraftForm invoice={invoice} />
            </section>
          ) : (
            <Payments invoice={invoice} />
          )}
          <History id={invoice.id} />
        </Stack>
      </SimpleGrid>
    </>
  )
}

function Actions({ invoice }: { invoice: ClientInvoice }) {
  const { issue, send, print, isPending } = useInvoiceActions()
  const navigate = useNavigate()
  const remove = useAction(clientInvoiceCalls.deleteClientInvoice, {
    done: 'Brouillon supprimé',
    failed: 'Impossible de supprimer ce brouillon.',
    after: () => navigate({ to: list }),
  })
  const isDraft = invoice.status === 'draft'
  const askThenRemove = async () => {
    const message = 'Ses lignes reviennent dans «\u00a0À facturer\u00a0».'
    if (await confirmRemoval({ title: 'Supprimer ce brouillon?', message })) remove.mutate({ id: invoice.id })
  }
  return (
    <>
      {isDraft ? (
        <Button leftSection={<IconCheck size={16} />} loading={isPending} onClick={() => void issue([invoice])}>
          Émettre
        </Button>
      ) : (
        <Button leftSection={<IconMailForward size={16} />} loading={isPending} onClick={() => void send([invoice])}>
          Envoyer par courriel
        </Button>
      )}
      <Button variant="default" leftSection={<IconPrinter size={16} />} disabled={isPending} onClick={() => void print([invoice])}>
        Imprimer
      </Button>
      {isDraft && (
        <Button variant="default" color="red" leftSection={<IconTrash size={16} />} onClick={() => void askThenRemove()}>
          Supprimer
        </Button>
      )}
    </>
  )
}

/** Of a draft, lines are taken off; of an issued invoice, credited. */
function LineActions({ invoice, ticked, onDone }: { invoice: ClientInvoice; ticked: string[]; onDone: () => void }) {
  const { id, status, lines } = invoice
  const takeOff = useAction(clientInvoiceCalls.updateClientInvoice, {
    done: 'Lignes retirées de la facture',
    failed: 'Impossible de retirer ces lignes.',
    after: onDone,
  })
  const credit = useAction(clientInvoiceCalls.creditClientInvoice, {
    done: 'Note de crédit émise',
    failed: 'Impossible de créditer.',
    after: onDone,
  })
  if (status === 'credited') return null
  if (status === 'draft')
    return ticked.length > 0 && ticked.length < lines.length ? (
      <Button
        mt="md"
        variant="default"
        loading={takeOff.isPending}
        onClick={() => takeOff.mutate({ id, clientInvoice: { removedLineIds: ticked } })}
      >
        {`Retirer ${count(ticked.length, 'ligne')}`}
      </Button>
    ) : null
  const creditThem = async (isBilledAgain: boolean) => {
    const reason = await askText({
      title: ticked.length > 0 ? `Créditer ${count(ticked.length, 'ligne')}?` : 'Créditer toute la facture?',
      label: 'Raison',
      confirm: 'Créditer',
    })
    if (reason) credit.mutate({ id, creditId: crypto.randomUUID(), reason, isBilledAgain, ...(ticked.length > 0 && { lineIds: ticked }) })
  }
  return (
    <Group mt="md" gap="xs">
      <Button variant="default" loading={credit.isPending} onClick={() => void creditThem(false)}>
        {ticked.length > 0 ? `Créditer ${count(ticked.length, 'ligne')}` : 'Créditer la facture'}
      </Button>
      <Button variant="default" disabled={credit.isPending} onClick={() => void creditThem(true)}>
        Créditer et remettre à facturer
      </Button>
    </Group>
  )
}

function Payments({ invoice }: { invoice: ClientInvoice }) {
  const { id, payments, amountLeft } = invoice
  const remove = useAction(clientInvoiceCalls.removeInvoicePayment, {
    done: 'Paiement retiré',
    failed: 'Impossible de retirer ce paiement.',
  })
  const askThenRemove = async (payment: ClientInvoice['payments'][number]) => {
    const title = `Retirer le paiement de ${formatMoney(payment.amount)}?`
    if (await confirmRemoval({ title, message: 'Le solde de la facture change d’autant.', confirm: 'Retirer' }))
      remove.mutate({ id, paymentId: payment.id })
  }
  const pay = () => ask('Inscrire un paiement', false, (answer) => <PaymentForm invoice={invoice} onAnswer={answer} />)
  return (
    <section {...card} aria-label="Paiements">
      <Stack>
        <SectionTitle>Paiements</SectionTitle>
        {payments.length === 0 && <Hint>Aucun paiement.</Hint>}
        {payments.map((payment) => (
          <Group key={payment.id} justify="space-between" wrap="nowrap">
            <span>{paymentWords(payment)}</span>
            <Group gap="xs" wrap="nowrap">
              <strong className="bordee-figures">{formatMoney(payment.amount)}</strong>
              {!payment.wasOnline && (
                <ActionIcon
                  variant="subtle"
                  color="red"
                  aria-label={`Retirer le paiement du ${formatDate(payment.paidAt)}`}
                  onClick={() => void askThenRemove(payment)}
                >
                  <IconTrash size={16} />
                </ActionIcon>
              )}
            </Group>
          </Group>
        ))}
        <InvoiceSurplus invoice={invoice} />
        {amountLeft > 0 && (
          <Button leftSection={<IconCreditCard size={16} />} onClick={() => void pay()}>
            Inscrire un paiement
          </Button>
        )}
      </Stack>
    </section>
  )
}

function History({ id }: { id: string }) {
  const zone = useZone()
  const history = useCall(clientInvoiceCalls.listClientInvoiceHistory, { id })
  if (history.isLoadingError) return <BrokenPart onRetry={() => void history.refetch()} />
  return (
    <section {...card} aria-label="Historique">
      <Stack gap="xs">
        <SectionTitle>Historique</SectionTitle>
        {history.data?.map(({ id: key, event, detail, userEmail, createdAt }) => (
          <div key={key} style={{ overflowWrap: 'anywhere' }}>
            {clientInvoiceHistoryNames[event]}
            {detail && ` (${detail})`}
            <Hint>{[formatInstant(createdAt, zone), userEmail].filter(Boolean).join(' · ')}</Hint>
          </div>
        ))}
      </Stack>
    </section>
  )
}
