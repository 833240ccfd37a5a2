import type { Cheque } from '@bordee/core/cheques/cheque.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { formatDate } from '@bordee/core/time.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { mailLater } from '../engine/jobs/mail.jobs.ts'
import { noticeEmails } from '../identity/owners.ts'

/** Notifies the company: what the cheque paid is owed again. */
export async function tellBounced(ctx: Ctx, { number, amount, dated, clientName, parts, reason, nsfFee }: Cheque) {
  const contracts = parts.map(({ contractNumber, amount: part }) => `${contractNumber} (${formatMoney(part)})`).join(', ')
  for (const to of await noticeEmails(ctx, companyOf(ctx)))
    await mailLater(ctx, {
      to,
      subject: `Chèque sans provision\u00a0: nº\u00a0${number}, ${clientName}`,
      paragraphs: [
        'Bonjour,',
        `Le chèque nº\u00a0${number} de ${clientName}, de ${formatMoney(amount)} et daté du ${formatDate(dated)}, ` +
          'est revenu sans provision.' +
          (reason ? ` Motif\u00a0: «\u00a0${reason}\u00a0».` : ''),
        `Ce qu’il payait est dû de nouveau\u00a0: ${contracts}.`,
        ...(nsfFee === null ? [] : [`Le contrat prévoit des frais de ${formatMoney(nsfFee)}\u00a0: ils ne sont pas facturés d’eux-mêmes.`]),
      ],
      action: { label: 'Voir les chèques', url: `${ctx.env.publicUrl}/dashboard/contracts/cheques` },
    })
}
