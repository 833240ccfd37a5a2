// « Envoyer »: issued invoices by e-mail with their PDF, and what became of each letter.
import { transferHint } from '@bordee/core/clients/transfer-code.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { sentence } from '@bordee/core/text.ts'
import { formatDate } from '@bordee/core/time.ts'
import { readLogo } from '../contracts/logos.ts'
import { type Ctx, companyOf, type Work } from '../engine/ctx.ts'
import { change, insertAll } from '../engine/db/writing.ts'
import type { About, Logo } from '../engine/documents/letters.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'
import { worker } from '../engine/jobs/jobs.ts'
import { type Correspondent, mailLater } from '../engine/jobs/mail.jobs.ts'
import { type Held, heldInvoices, lockInvoices } from './client-invoices.queries.ts'
import { addHistory } from './invoice-moves.ts'
import { type Refused, refusedAs } from './issuing.ts'
import { fileNameOf, printInvoice, withLogos } from './printing.ts'

const slice = 'client-invoices'

interface Mail {
  companyId: string
  mailId: string
}

/** Prints one and writes its letter, apart from the press: five hundred take minutes. */
const writeLetter = jobKind<Mail>('client-invoices.write-letter', { urgent: true, atOnce: 2, onePer: ({ mailId }) => mailId })

/** Sends those that are issued, and lists the others. */
export async function sendInvoices(ctx: Ctx, ids: readonly string[], press: string): Promise<{ sentCount: number; refused: Refused[] }> {
  const companyId = companyOf(ctx)
  const checked = (await lockInvoices(ctx, ids)).map((held) => ({ held, reason: lacking(held) }))
  const ready = checked.flatMap(({ held, reason }) => (reason === undefined ? held : []))
  await noteMails(ctx, ready, { kind: 'invoice', step: () => press })
  await change(ctx.tx, 'client_invoices', { companyId, id: ready.map(({ id }) => id) }, { sentAt: ctx.now })
  await addHistory(
    ctx,
    'send',
    ready.map((held) => ({ ...held, detail: held.folderEmail })),
  )
  ctx.publish(companyId, { topic: 'client-invoices' })
  return {
    sentCount: ready.length,
    refused: checked.flatMap(({ held, reason }) => (reason === undefined ? [] : [refusedAs(held, reason)])),
  }
}

function lacking({ number, folderEmail }: Held): string | undefined {
  if (number === null) return 'La facture n’est pas émise.'
  return folderEmail === null ? 'Le client n’a pas de courriel.' : undefined
}

/** To the folder's current e-mail: the reader of any other couldn't open the portal. */
async function noteMails(
  work: Work,
  invoices: readonly Held[],
  { kind, step }: { kind: 'invoice' | 'reminder'; step: (held: Held) => string },
) {
  const rows = invoices.map((held) => ({
    companyId: held.companyId,
    invoiceId: held.id,
    kind,
    step: step(held),
    toEmail: held.folderEmail ?? '',
    createdAt: work.now,
  }))
  const ids = await insertAll(work.tx, 'client_invoice_mails', rows)
  for (const [i, { companyId }] of invoices.entries()) await work.later(writeLetter, { companyId, mailId: ids[i] ?? '' })
}

/** A receipt's letter is about one of the invoices that were paid. */
export async function noteReceipt(work: Work, held: Held, { paymentId, to }: { paymentId: string; to: string }): Promise<About> {
  const { companyId, id: invoiceId } = held
  const row = { companyId, invoiceId, kind: 'payment', step: paymentId, toEmail: to, createdAt: work.now }
  const [id = ''] = await insertAll(work.tx, 'client_invoice_mails', [row])
  return { slice, companyId, id }
}

async function writeMail(work: Work, { companyId, mailId }: Mail) {
  await work.tx.scope({ companies: [companyId] })
  const [mail] = await work.tx.sql<{ invoiceId: string; to: string }>`
    select invoice_id as "invoiceId", to_email as "to" from client_invoice_mails where company_id = ${companyId} and id = ${mailId}`
  const [held] = mail ? await withLogos(work, await heldInvoices(work, [mail.invoiceId])) : []
  if (!mail || !held) return
  const pdf = await printInvoice(held)
  const { companyName, companyEmail, clientName, number, totalPrice, amountLeft, dueDate, transferCode } = held
  await mailLater(work, {
    to: mail.to,
    about: { slice, companyId, id: mailId },
    sender: { name: companyName, replyTo: companyEmail },
    subject: `Facture ${number} – ${companyName}`,
    paragraphs: [
      `Bonjour ${clientName},`,
      sentence(`Vous trouverez ci-joint la facture nº\u00a0${number} de ${companyName}`),
      `Total, taxes comprises\u00a0: ${formatMoney(totalPrice)}. ${
        amountLeft > 0
          ? `Solde à payer\u00a0: ${formatMoney(amountLeft)}, au plus tard le ${formatDate(dueDate)}.`
          : 'Il ne reste rien à payer.'
      }`,
      ...(amountLeft > 0 && transferCode ? [transferHint(transferCode)] : []),
    ],
    action: {
      label: 'Voir ma facture',
      url: `${work.env.publicUrl}/client/invoices/${held.id}`,
    },
    attachments: [{ name: fileNameOf(held), type: 'application/pdf', base64: Buffer.from(pdf).toString('base64') }],
  })
}

export const clientInvoiceCorrespondent: Correspondent = { slice, logoFor, hear }

async function logoFor({ tx }: Work, { companyId, id }: About): Promise<Logo | null> {
  await tx.scope({ companies: [companyId] })
  const [found] = await tx.sql<{ logo: string }>`
    select o.logo
    from client_invoice_mails m
    join client_invoices i on i.company_id = m.company_id and i.id = m.invoice_id
    join contract_logos o on o.company_id = i.company_id and o.id = i.company_logo_id
    where m.company_id = ${companyId} and m.id = ${id}`
  return readLogo(found?.logo)
}

/** Recorded once, however often it is reported; a letter may come back after it left. A refusal is a line of the history. */
async function hear(work: Work, { companyId, id }: About, refusal: string | null) {
  const { tx, now } = work
  await tx.scope({ companies: [companyId] })
  const [noted] = await tx.sql<{ to: string; invoiceId: string }>`
    update client_invoice_mails
    set sent_at = ${refusal === null ? now : null}, refused_at = ${refusal === null ? null : now}, refusal = ${refusal}
    where company_id = ${companyId} and id = ${id} and refused_at is null and (sent_at is null or ${refusal !== null})
    returning to_email as to, invoice_id as "invoiceId"`
  if (!noted || refusal === null) return
  const invoices = await heldInvoices(work, [noted.invoiceId])
  const detail = [noted.to, refusal].filter(Boolean).join('\u00a0: ')
  await addHistory(
    work,
    'mailRefused',
    invoices.map((held) => ({ ...held, detail })),
  )
  work.publish(companyId, { topic: 'client-invoices' })
}

export const clientInvoiceMailWorkers = [worker(writeLetter, writeMail)]
