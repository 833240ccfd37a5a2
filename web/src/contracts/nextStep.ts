import type { Contract } from '@bordee/core/contracts/contract.ts'
import { contractLife } from '@bordee/core/contracts/contract-life.ts'
import { isOver, missingToLeaveDraft } from '@bordee/core/contracts/leaving-draft.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { formatDate, type IsoDate } from '@bordee/core/time.ts'

/** What a contract waits for, in a sentence. */
export function nextStep(contract: Contract, today: IsoDate): string {
  const { status, endAt, declineReason, paymentShedules: dues, overpaidAmount } = contract
  if (status === 'draft') return stepOfDraft(contract)
  if (contractLife.after(status, 'accept'))
    return isOver(endAt, today)
      ? `Terminé depuis le ${formatDate(endAt)}\u00a0: il ne peut plus être accepté.`
      : 'Le client n’a pas encore signé.'
  if (status === 'declined')
    return `Le client a refusé${declineReason ? `\u00a0: «\u00a0${declineReason}\u00a0»` : ''}. Modifiez le contrat pour le renvoyer.`
  if (status === 'canceled') return 'Archivé\u00a0: plus rien ne change.'
  if (overpaidAmount > 0) return `Payé en trop\u00a0: ${formatMoney(overpaidAmount)} à rembourser ou à garder.`
  const late = dues.filter(({ paymentDate, amountLeft }) => amountLeft > 0 && paymentDate < today)
  if (late[0])
    return `${formatMoney(late.reduce((sum, due) => sum + due.amountLeft, 0))} en retard depuis le ${formatDate(late[0].paymentDate)}.`
  const next = dues.find(({ amountLeft }) => amountLeft > 0)
  return next ? `Prochain versement\u00a0: ${formatMoney(next.amountLeft)} le ${formatDate(next.paymentDate)}.` : 'Entièrement payé.'
}

function stepOfDraft(contract: Contract): string {
  const missing = missingToLeaveDraft(contract)
  if (missing.length > 0) return `Il manque\u00a0: ${missing.join(', ')}.`
  return contract.clientEmail ? 'Prêt à envoyer ou à imprimer.' : 'Prêt à imprimer. Pour l’envoyer, il manque le courriel du client.'
}
