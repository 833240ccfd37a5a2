// Letters about a contract, in the company's name: replies go to the company.

import { transferHint } from '@bordee/core/clients/transfer-code.ts'
import { type Cents, formatMoney } from '@bordee/core/money.ts'
import { priceWords } from '@bordee/core/templates/price-words.ts'
import { isSeason } from '@bordee/core/templates/pricing.ts'
import { sentence } from '@bordee/core/text.ts'
import { formatDate } from '@bordee/core/time.ts'
import type { Work } from '../engine/ctx.ts'
import type { About, LetterContent } from '../engine/documents/letters.ts'
import { mailLater } from '../engine/jobs/mail.jobs.ts'
import { issueCode } from '../identity/codes.ts'
import { linkTo } from '../identity/identity.letters.ts'
import { noticeEmails } from '../identity/owners.ts'
import { noteMails } from './contract-mails.ts'
import type { Held } from './contracts.queries.ts'
import { fileNameOf } from './printing.ts'

const week = 7 * 86_400

/** A new link that opens this contract, valid for seven days. */
async function openingLink(work: Work, { id, companyId }: Held, email: string): Promise<string> {
  const code = await issueCode(work, { kind: 'link', email, companyId, contractId: id }, week)
  return linkTo(work.env, { mode: 'signIn', email, companyId, contractId: id, oobCode: code })
}

const senderOf = ({ companyName, companyEmail }: Held) => ({ name: companyName, replyTo: companyEmail })
const footnote =
  'Ce lien est personnel, valide sept jours, et ne sert qu’une fois. S’il a expiré, la page qu’il ouvre vous en envoie un nouveau.'
const place = ({ site }: Held) => (site ? [site.siteCivicNumber, site.siteStreet, site.siteCity].filter(Boolean).join(', ') : '')

/** Asks the client to read and sign. `isReminder`: they haven't answered yet. */
export async function mailContract(work: Work, held: Held, to: string, about: About, { isReminder = false } = {}) {
  const { contractNumber, companyName, startAt, endAt, totalPrice, services } = held
  const content: LetterContent = {
    to,
    about,
    sender: senderOf(held),
    subject: isReminder
      ? `Rappel\u00a0: votre contrat ${contractNumber} attend votre signature – ${companyName}`
      : `Votre contrat ${contractNumber} – ${companyName}`,
    paragraphs: [
      `Bonjour ${held.clientName},`,
      isReminder
        ? `Votre contrat nº\u00a0${contractNumber} avec ${companyName} attend toujours votre réponse.`
        : `${companyName} vous propose le contrat nº\u00a0${contractNumber}. Vous pouvez le lire et le signer en ligne.`,
      `${sentence(`Point de service\u00a0: ${place(held)}`)} Du ${formatDate(startAt)} au ${formatDate(endAt)}. ` +
        (services.some(isSeason) ? `Total, taxes comprises\u00a0: ${formatMoney(totalPrice)}.` : ''),
      ...services.flatMap((line) => {
        const words = priceWords(line, held)
        return words ? [`${line.name}\u00a0: ${words.rate}. Exemple\u00a0: ${words.example}.`] : []
      }),
    ],
    action: { label: 'Lire et signer mon contrat', url: await openingLink(work, held, to) },
    footnote,
  }
  await mailLater(work, content)
}

export async function mailPaymentReminder(
  work: Work,
  held: Held,
  to: string,
  about: About,
  dues: readonly { dueDate: string; amountLeft: number }[],
) {
  const { contractNumber, companyName, today } = held
  const isLate = dues.some(({ dueDate }) => dueDate < today)
  const lines = dues.map(
    ({ dueDate, amountLeft }) => `${formatMoney(amountLeft)} ${dueDate < today ? 'était dû' : 'sera dû'} le ${formatDate(dueDate)}.`,
  )
  await mailLater(work, {
    to,
    about,
    sender: senderOf(held),
    subject: `${isLate ? 'Versement en retard' : 'Prochain versement'}\u00a0: contrat ${contractNumber} – ${companyName}`,
    paragraphs: [
      `Bonjour ${held.clientName},`,
      sentence(`Voici où en est votre contrat nº\u00a0${contractNumber} avec ${companyName}`),
      ...lines,
      ...(held.transferCode ? [transferHint(held.transferCode)] : []),
      'Si vous venez de payer, ne tenez pas compte de ce rappel.',
    ],
    action: { label: 'Voir mon contrat', url: await openingLink(work, held, to) },
    footnote,
  })
}

/** Thanks for a payment by card. Call where the payment is recorded, which happens once. */
export async function mailReceipt(work: Work, held: Held, { paymentId, amount }: { paymentId: string; amount: Cents }) {
  const { id, contractNumber, companyName, clientName, paymentShedules: dues, today } = held
  const to = held.folderEmail // the reader of any other address can't open the portal
  if (!to) return
  const left = dues.reduce((sum, { amountLeft }) => sum + amountLeft, 0)
  const [mail] = await noteMails(work, [{ held, kind: 'payment', step: paymentId, to }])
  await mailLater(work, {
    to,
    ...(mail && { about: mail.about }),
    sender: senderOf(held),
    subject: `Reçu de votre paiement\u00a0: contrat ${contractNumber} – ${companyName}`,
    paragraphs: [
      `Bonjour ${clientName},`,
      sentence(`Le ${formatDate(today)}, vous avez payé ${formatMoney(amount)} par carte à ${companyName}`),
      `Contrat nº\u00a0${contractNumber}. ${left > 0 ? `Reste à payer\u00a0: ${formatMoney(left)}.` : 'Il est entièrement payé. Merci!'}`,
      `Référence du paiement\u00a0: ${paymentId}. Conservez ce courriel\u00a0: il vous sert de reçu.`,
    ],
    action: { label: 'Voir mes versements', url: `${work.env.publicUrl}/client/contracts/${id}/payment` },
  })
}

/** Sends the signed contract to its signer, wherever it was sent before, and notifies the company. */
export async function tellSigned(work: Work, held: Held, to: string, pdf: Buffer) {
  const { contractNumber, companyName, clientName } = held
  const [mail] = await noteMails(work, [{ held, kind: 'signed', step: 'signed', to }])
  await mailLater(work, {
    to,
    ...(mail && { about: mail.about }),
    sender: senderOf(held),
    subject: `Votre contrat signé ${contractNumber} – ${companyName}`,
    paragraphs: [
      `Bonjour ${clientName},`,
      `Merci! Votre contrat nº\u00a0${contractNumber} avec ${companyName} est signé. ` +
        'Vous le trouverez ci-joint, avec son certificat de signature. Conservez ce courriel.',
    ],
    attachments: [{ name: fileNameOf(held), type: 'application/pdf', base64: pdf.toString('base64') }],
  })
  await tellCompany(work, held, `Contrat signé\u00a0: ${contractNumber}, ${clientName}`, [
    `${clientName} vient de signer le contrat nº\u00a0${contractNumber}.`,
  ])
}

export async function tellDeclined(work: Work, held: Held, reason: string | null) {
  const { contractNumber, clientName } = held
  await tellCompany(work, held, `Contrat refusé\u00a0: ${contractNumber}, ${clientName}`, [
    `${clientName} vient de refuser le contrat nº\u00a0${contractNumber}.`,
    ...(reason ? [`Sa raison\u00a0: «\u00a0${reason}\u00a0»`] : []),
  ])
}

async function tellCompany(work: Work, { id, companyId, contractTemplateId }: Held, subject: string, lines: string[]) {
  // The brand of a template has an e-mail of its own, which platform staff entered.
  const [brand] = await work.tx.sql<{ email: string }>`
    select company_email as email
    from contract_templates
    where company_id = ${companyId} and id = ${contractTemplateId} and company_email is not null`
  for (const to of brand ? [brand.email] : await noticeEmails(work, companyId))
    await mailLater(work, {
      to,
      subject,
      paragraphs: ['Bonjour,', ...lines],
      action: { label: 'Voir le contrat', url: `${work.env.publicUrl}/dashboard/contracts/list/${id}` },
    })
}
