import type { ClientInvoice } from '@bordee/core/client-invoices/client-invoice.ts'
import { clientInvoiceCalls } from '@bordee/core/client-invoices/client-invoices.calls.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { formatDate } from '@bordee/core/time.ts'
import { Button, Stack, Text, Title } from '@mantine/core'
import { IconCreditCard, IconDownload } from '@tabler/icons-react'
import { useNavigate, useParams } from '@tanstack/react-router'
import { ask } from '../api.ts'
import { useCall } from '../calls.ts'
import { ClientInvoiceStatus } from '../client-invoices/ClientInvoiceStatus.tsx'
import { InvoicePaper, paymentWords } from '../client-invoices/InvoicePaper.tsx'
import { Facts } from '../ui/Facts.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { itself, Loaded } from '../ui/Loaded.tsx'
import { saveFile } from '../ui/saveFile.ts'
import { PageHeader } from '../ui/states.tsx'
import { CompanyContact } from './CompanyContact.tsx'
import classes from './portal.module.css'

// client/invoices/:invoiceId: an invoice as its client reads it.
export function PortalInvoiceScreen() {
  const { invoiceId } = useParams({ from: '/client/invoices/$invoiceId' })
  const invoice = useCall(clientInvoiceCalls.getClientInvoice, { id: invoiceId })
  return (
    <Loaded query={invoice} pick={itself} what="Facture" home="/client/invoices">
      {(found) => <Invoice invoice={found} />}
    </Loaded>
  )
}

function Invoice({ invoice }: { invoice: ClientInvoice }) {
  const navigate = useNavigate()
  const { id, number, companyName, companyPhone, companyEmail, amountLeft, payments, isOnlinePaymentPossible } = invoice
  const save = () =>
    saveFile(() => ask(clientInvoiceCalls.printClientInvoice, { id }), `Facture ${number}.pdf`, 'Impossible de télécharger.')
  return (
    <>
      <PageHeader
        title={`Facture ${number}`}
        description={
          <>
            {companyName} <ClientInvoiceStatus invoice={invoice} />
          </>
        }
        onBack={() => void navigate({ to: '/client/invoices' })}
        actions={
          <Button variant="default" leftSection={<IconDownload size={20} />} onClick={() => void save()}>
            Télécharger
          </Button>
        }
      />
      <Stack>
        <section className={`${classes.answer} bordee-card`} aria-label="Facture">
          <Facts
            facts={{
              'Émise le': formatDate(invoice.issuedOn),
              Échéance: formatDate(invoice.dueDate),
              'Point de service': invoice.siteAddress,
              'Bon de commande': invoice.purchaseOrder,
            }}
          />
          <InvoicePaper invoice={invoice} />
          {invoice.note && <Text mt="md">{invoice.note}</Text>}
        </section>
        {payments.length > 0 && (
          <section className={`${classes.answer} bordee-card`} aria-label="Paiements">
            <Title order={2} mb="xs">
              Paiements
            </Title>
            {payments.map((payment) => (
              <p key={payment.id} className="bordee-figures">{`${paymentWords(payment)} · ${formatMoney(payment.amount)}`}</p>
            ))}
          </section>
        )}
        {isOnlinePaymentPossible && (
          <LinkButton
            to={`/client/invoices/payment/${id}`}
            className={classes.pay ?? ''}
            leftSection={<IconCreditCard size={20} />}
          >{`Payer ${formatMoney(amountLeft)}`}</LinkButton>
        )}
        {amountLeft > 0 && !isOnlinePaymentPossible && (
          <section className={`${classes.answer} bordee-card`} aria-label="Comment payer">
            <Title order={2} mb="xs">
              Le paiement se fait auprès de {companyName}
            </Title>
            <CompanyContact phone={companyPhone} email={companyEmail} />
          </section>
        )}
      </Stack>
    </>
  )
}
