import type { Invoice } from '@bordee/core/billing/invoice.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { Alert, Anchor, Skeleton } from '@mantine/core'
import { IconAlertTriangle, IconReceipt } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { BrokenPart } from '../ui/broken.tsx'
import { Status } from '../ui/Status.tsx'
import { EmptyState } from '../ui/states.tsx'
import { SectionTitle } from '../ui/words.tsx'
import { useZone } from '../ui/zone.ts'
import classes from './billing.module.css'
import { dayOf, standingOf, subjectOf } from './invoiceWords.ts'
import { LateInvoices } from './LateInvoices.tsx'

/** All invoices, newest first, each with links to its page and its PDF. */
export function Invoices({ invoices }: { invoices: UseQueryResult<Invoice[]> }) {
  const isLate = invoices.data?.some((one) => one.is_past_due) ?? false
  return (
    <section className={`${classes.part} bordee-card`} aria-labelledby="invoices">
      <SectionTitle id="invoices">Factures</SectionTitle>
      {isLate && (
        <Alert color="red" icon={<IconAlertTriangle size={18} />} title="Une facture Bordée est en retard">
          Tant qu’elle n’est pas payée, seules les alertes de votre banque partent.
          <LateInvoices />
        </Alert>
      )}
      <Listed invoices={invoices} />
    </section>
  )
}

function Listed({ invoices }: { invoices: UseQueryResult<Invoice[]> }) {
  if (invoices.isLoadingError) return <BrokenPart onRetry={() => void invoices.refetch()} />
  if (!invoices.data) return <Skeleton height={120} radius={10} role="status" aria-label="Chargement" />
  if (invoices.data.length === 0)
    return (
      <EmptyState icon={<IconReceipt />} title="Aucune facture" description="Votre première facture paraîtra ici à la fin de la période." />
    )
  return (
    <table className={classes.invoices} aria-labelledby="invoices">
      <thead>
        <tr>
          <th scope="col">Facture</th>
          <th scope="col">Objet</th>
          <th scope="col">Statut</th>
          <th scope="col">Total</th>
          <th scope="col">
            <span className="bordee-visually-hidden">Liens</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {invoices.data.map((invoice) => (
          <Row key={invoice.id} invoice={invoice} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ invoice }: { invoice: Invoice }) {
  const zone = useZone()
  const [tone, word] = standingOf(invoice)
  const { invoice_number, created, total, status, hosted_invoice_url, invoice_pdf } = invoice
  const name = invoice_number ?? 'à venir'
  const isOwed = status === 'open' || status === 'uncollectible'
  return (
    <tr>
      <td className="bordee-figures" data-cell="number">
        <strong>{invoice_number ?? 'À venir'}</strong>
        <small>{dayOf(created, zone)}</small>
      </td>
      <td data-cell="subject">{subjectOf(invoice, zone)}</td>
      <td data-cell="status">
        <Status tone={tone}>{word}</Status>
      </td>
      <td className="bordee-figures" data-cell="total">
        {formatMoney(total)}
      </td>
      <td data-cell="links">
        {hosted_invoice_url && (
          <Anchor href={hosted_invoice_url} target="_blank" rel="noreferrer" aria-label={`${isOwed ? 'Payer' : 'Voir'} la facture ${name}`}>
            {isOwed ? 'Payer' : 'Voir'}
          </Anchor>
        )}
        {invoice_pdf && (
          <Anchor href={invoice_pdf} target="_blank" rel="noreferrer" aria-label={`PDF de la facture ${name}`}>
            PDF
          </Anchor>
        )}
      </td>
    </tr>
  )
}
