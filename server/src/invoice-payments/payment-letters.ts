// Letters about card payments of invoices: the client's receipt, and the office's notice of what is overpaid.
import { type Cents, formatMoney } from '@bordee/core/money.ts'
import { sentence } from '@bordee/core/text.ts'
import { formatDate } from '@bordee/core/time.ts'
import type { Held } from '../client-invoices/client-invoices.queries.ts'
import { noteReceipt } from '../client-invoices/mailing.ts'
import type { Work } from '../engine/ctx.ts'
import { mailLater } from '../engine/jobs/mail.jobs.ts'
import { noticeEmails } from '../identity/owners.ts'

interface Paid extends Held {
  paidNow: Cents
}

const sum = (invoices: readonly Paid[]) => invoices.reduce((all, { paidNow }) => all + paidNow, 0)

/** Thanks for a payment by card: one letter per reader. Call where the payment is recorded, which happens once. */
export async function mailReceipts(work: Work, invoices: readonly Paid[], paymentId: string) {
  for (const [to, those] of Map.groupBy(invoices, ({ folderEmail }) => folderEmail)) {
    const [first] = those
    if (!to || !first) continue
    const { companyName, companyEmail, clientName, today } = first
    const numbers = those.map(({ number }) => number).join(', ')
    const isOne = those.length === 1
    await mailLater(work, {
      to,
      about: await noteReceipt(work, first, { paymentId, to }),
      sender: { name: companyName, replyTo: companyEmail },
      subject: `Reçu de votre paiement\u00a0: ${isOne ? 'facture' : 'factures'} ${numbers} – ${companyName}`,
      paragraphs: [
        `Bonjour ${clientName},`,
        sentence(`Le ${formatDate(today)}, vous avez payé ${formatMoney(sum(those))} par carte à ${companyName}`),
        ...those.map(
          ({ number, paidNow, amountLeft }) =>
            `Facture nº\u00a0${number}\u00a0: ${formatMoney(paidNow)}. ` +
            (amountLeft > 0 ? `Reste à payer\u00a0: ${formatMoney(amountLeft)}.` : 'Elle est entièrement payée. Merci!'),
        ),
        `Référence du paiement\u00a0: ${paymentId}. Conservez ce courriel\u00a0: il vous sert de reçu.`,
      ],
      action: {
        label: isOne ? 'Voir ma facture' : 'Voir mes factures',
        url: `${work.env.publicUrl}/client/invoices${isOne ? `/${first.id}` : ''}`,
      },
    })
  }
}

/** The office decides what becomes of it. */
export async function tellOverpaid(work: Work, companyId: string, invoices: readonly Paid[]) {
  const overpaid = invoices.filter(({ overpaidAmount }) => overpaidAmount > 0)
  const [first] = overpaid
  if (!first) return
  for (const to of await noticeEmails(work, companyId))
    await mailLater(work, {
      to,
      subject: `Payé en trop\u00a0: ${first.clientName}, ${overpaid.map(({ number }) => number).join(', ')}`,
      paragraphs: [
        'Bonjour,',
        `${first.clientName} vient de payer par carte ce qui avait été payé ou crédité entre-temps.`,
        ...overpaid.map(({ number, overpaidAmount }) => `Facture nº\u00a0${number}\u00a0: ${formatMoney(overpaidAmount)} en trop.`),
        'Remboursez ce montant à partir de la facture.',
      ],
      action: { label: 'Voir la facture', url: `${work.env.publicUrl}/dashboard/invoicing/invoices/${first.id}` },
    })
}
