// Letters to a company's owners about an invoice: paid, or not collected.
import { formatMoney } from '@bordee/core/money.ts'
import { sentence } from '@bordee/core/text.ts'
import { formatDate, todayIn } from '@bordee/core/time.ts'
import type { Work } from '../engine/ctx.ts'
import { mailLater } from '../engine/jobs/mail.jobs.ts'
import { ownerEmails } from '../identity/owners.ts'
import { absolute, type StoredInvoice } from './invoices.queries.ts'

export async function tellRefused(work: Work, invoice: StoredInvoice) {
  const { number, total, refusal, attemptOutcome, nextAttemptAt, dueAt, timeZone } = invoice
  const day = (at: Date | null) => (at ? formatDate(todayIn(timeZone, at)) : '')
  const why = attemptOutcome === 'action' ? 'Votre banque demande que vous confirmiez ce paiement.' : refusal
  await tellOwners(work, invoice, `Votre facture Bordée ${number} n’a pas pu être payée`, [
    `Nous n’avons pas pu débiter votre carte de ${formatMoney(total)} pour la facture Bordée ${number}.`,
    ...(why ? [why] : []),
    `Nous réessaierons le ${day(nextAttemptAt)}. ` +
      'Vous pouvez aussi la payer dès maintenant, ou enregistrer une autre carte dans «\u00a0Ma compagnie\u00a0».',
    `Après le ${day(dueAt)}, les alertes ne pourront plus être facturées\u00a0: seules celles de votre banque partiront.`,
  ])
}

export async function tellGivenUp(work: Work, invoice: StoredInvoice) {
  const { number, total } = invoice
  await tellOwners(work, invoice, `Votre facture Bordée ${number} est en retard`, [
    `Malgré plusieurs essais, la facture Bordée ${number} de ${formatMoney(total)} n’a pas pu être payée. ` +
      'Nous ne débiterons plus votre carte pour elle.',
    'Tant qu’elle n’est pas payée, les alertes ne peuvent plus être facturées\u00a0: seules celles de votre banque partent.',
  ])
}

/** The receipt for a payment, whatever it was for. */
export async function tellPaid(work: Work, invoice: StoredInvoice, paidAt: Date) {
  const { number, total, lines, timeZone } = invoice
  const what = lines.map(({ description }) => description).join(', ')
  await tellOwners(
    work,
    invoice,
    `Reçu\u00a0: votre facture Bordée ${number} est payée`,
    [
      `Nous avons reçu votre paiement de ${formatMoney(total)} par carte, le ${formatDate(todayIn(timeZone, paidAt))}. Merci!`,
      sentence(`Facture ${number}\u00a0: ${what}`),
    ],
    'Voir la facture',
  )
}

async function tellOwners(
  work: Work,
  { companyId, hostedUrl }: StoredInvoice,
  subject: string,
  lines: string[],
  label = 'Voir et payer la facture',
) {
  const url = absolute(work.env, hostedUrl)
  for (const email of await ownerEmails(work, companyId))
    await mailLater(work, {
      to: email,
      subject,
      paragraphs: ['Bonjour,', ...lines],
      ...(url && { action: { label, url } }),
    })
}
