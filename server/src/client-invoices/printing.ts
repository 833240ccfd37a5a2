// An invoice's printed content, with its credit notes: every text, in page order. The template (print/client-invoice.typ) only places it.
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { quantityWords } from '@bordee/core/billables/billable.ts'
import type { ClientInvoiceLine, InvoiceCredit } from '@bordee/core/client-invoices/client-invoice.ts'
import { transferHint } from '@bordee/core/clients/transfer-code.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { formatPhone } from '@bordee/core/phone.ts'
import { formatNumber } from '@bordee/core/text.ts'
import { formatDate } from '@bordee/core/time.ts'
import { readLogo } from '../contracts/logos.ts'
import type { Work } from '../engine/ctx.ts'
import { type Layout, printMany, printOne, type Sheets } from '../engine/documents/documents.ts'
import type { Held } from './client-invoices.queries.ts'

const folder = fileURLToPath(new URL('./print', import.meta.url))

/** With its logo. */
export interface Printable extends Held {
  companyLogo: string | null
}

export async function withLogos({ tx }: Pick<Work, 'tx'>, invoices: readonly Held[]): Promise<Printable[]> {
  const ids = invoices.flatMap(({ companyLogoId }) => companyLogoId ?? [])
  const rows = await tx.sql<{ id: string; logo: string }>`select id, logo from contract_logos where id = any(${ids}::uuid[])`
  const logos = new Map(rows.map(({ id, logo }) => [id, logo]))
  return invoices.map((held) => ({ ...held, companyLogo: logos.get(held.companyLogoId ?? '') ?? null }))
}

export const printInvoice = (invoice: Printable): Promise<Uint8Array> =>
  printOne(invoice.companyId, layout({ tagged: true }), sheetsOf([invoice]))

export const printInvoices = (companyId: string, invoices: readonly Printable[]): Promise<Uint8Array> =>
  printMany(companyId, layout({ tagged: false }), { title: `Factures (${invoices.length})`, parts: partsOf(invoices) }, () => undefined)

/** « Facture F-2026-0042 – Paule Roy.pdf ». */
export const fileNameOf = ({ number, clientName }: Pick<Held, 'number' | 'clientName'>) =>
  `Facture ${number ?? 'brouillon'} – ${clientName.replace(/[\\/:*?"<>|\p{Cc}]/gu, ' ')}.pdf`

const layout = ({ tagged }: { tagged: boolean }): Layout => ({
  folder,
  template: 'client-invoice.typ',
  tagged,
  at: Math.floor(Date.now() / 1000),
})

function sheetsOf(invoices: readonly Printable[]): Sheets {
  const files: Sheets['files'] = {}
  return { documents: invoices.flatMap((invoice) => documentsOf(invoice, files)), files }
}

/** Printed at once: memory is freed after each chunk, and the server answers other requests in between. */
const chunk = 25

async function* partsOf(invoices: readonly Printable[]): AsyncGenerator<Sheets> {
  for (let from = 0; from < invoices.length; from += chunk) {
    yield sheetsOf(invoices.slice(from, from + chunk))
    await setImmediate()
  }
}

/** The invoice, then each credit note. */
const documentsOf = (invoice: Printable, files: Sheets['files']): object[] => [
  { ...headOf(invoice, files), ...invoicePart(invoice) },
  ...invoice.credits.map((credit) => ({ ...headOf(invoice, files), ...creditPart(invoice, credit) })),
]

const headOf = (invoice: Printable, files: Sheets['files']) => ({
  logo: keepLogo(invoice.companyLogo, files),
  company: { name: invoice.companyName, lines: companyLines(invoice) },
  client: clientLines(invoice),
})

function invoicePart(invoice: Printable) {
  const { number, issuedOn, dueDate, purchaseOrder, siteAddress, note, amountLeft, creditedAmount, paidAmount, transferCode } = invoice
  const settled: [string, string][] = [
    ...(creditedAmount > 0 ? [['Crédité', formatMoney(-creditedAmount)] as [string, string]] : []),
    ...(paidAmount !== 0 ? [['Payé', formatMoney(-paidAmount)] as [string, string]] : []),
  ]
  return {
    title: number ? `Facture nº\u00a0${number}` : 'Facture – brouillon',
    facts: factsOf({
      Date: issuedOn && formatDate(issuedOn),
      Échéance: dueDate && formatDate(dueDate),
      'Bon de commande': purchaseOrder,
      'Point de service': siteAddress,
    }),
    lines: invoice.lines.map((line) => lineOf(line, siteAddress === null)),
    sums: sumsOf(invoice, invoice),
    total: ['Total', formatMoney(invoice.totalPrice)],
    settled,
    left: ['Solde à payer', formatMoney(number ? amountLeft : invoice.totalPrice)],
    transfer: number && amountLeft > 0 && transferCode ? transferHint(transferCode) : '',
    note: note ?? '',
  }
}

const creditPart = (invoice: Printable, credit: InvoiceCredit) => ({
  title: `Note de crédit nº\u00a0${credit.number}`,
  facts: factsOf({ Date: formatDate(credit.issuedOn), Facture: invoice.number, Raison: credit.reason }),
  lines: invoice.lines
    .filter(({ creditNumber }) => creditNumber === credit.number)
    .map((line) => lineOf(line, invoice.siteAddress === null)),
  sums: sumsOf(invoice, credit),
  total: ['Total crédité', formatMoney(credit.totalPrice)],
  settled: [],
  left: null,
  transfer: '',
  note: '',
})

const factsOf = (facts: Record<string, string | null>) => Object.entries(facts).filter(([, value]) => value)

const lineOf = ({ day, description, quantity, unit, price, amount, siteAddress }: ClientInvoiceLine, withSite: boolean) => ({
  day: formatDate(day),
  description,
  detail: withSite ? (siteAddress ?? '') : '',
  quantity: unit === 'adjustment' ? '' : quantityWords(quantity, unit),
  price: unit === 'adjustment' ? '' : `${formatMoney(price)}${unit === 'minute' ? '/h' : ''}`,
  amount: formatMoney(amount),
})

const sumsOf = (invoice: Printable, { subtotal, taxes }: Pick<InvoiceCredit, 'subtotal' | 'taxes'>) => [
  ['Sous-total', formatMoney(subtotal)],
  ...taxes.map(({ tax, code, percent, amount }) => {
    const number = { gst: invoice.companyTps, qst: invoice.companyTvq, hst: invoice.companyHst ?? invoice.companyTps }[code]
    return [`${tax} (${formatNumber(percent)}\u00a0%)${number ? ` nº\u00a0${number}` : ''}`, formatMoney(amount)]
  }),
]

const companyLines = ({ companyAddress, companyPhone, companyEmail, companyQEN }: Held) =>
  [
    companyAddress,
    [companyPhone && formatPhone(companyPhone), companyEmail].filter(Boolean).join(' · '),
    companyQEN && `NEQ ${companyQEN}`,
  ].filter(Boolean)

const clientLines = (held: Held) =>
  [
    held.clientName,
    [held.clientBillingCivicNumber, held.clientBillingStreet, held.clientBillingApartment && `app.\u00a0${held.clientBillingApartment}`]
      .filter(Boolean)
      .join(', '),
    [held.clientBillingCity, held.clientBillingState && `(${held.clientBillingState})`, held.clientBillingZip].filter(Boolean).join(' '),
    held.clientNumber && `Client nº\u00a0${held.clientNumber}`,
  ].filter(Boolean)

/** Saves a data URL as a file, once for all invoices that share it. */
function keepLogo(logo: string | null, files: Sheets['files']): string | null {
  const picture = readLogo(logo)
  if (!picture) return null
  const name = `logo-${createHash('sha256').update(picture.bytes).digest('hex').slice(0, 16)}.${picture.extension}`
  files[name] = picture.bytes
  return `/${name}`
}
