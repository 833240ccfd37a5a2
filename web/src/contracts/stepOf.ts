import type { Contract } from '@bordee/core/contracts/contract.ts'
import { contractLife } from '@bordee/core/contracts/contract-life.ts'
import { isOver, missingToLeaveDraft } from '@bordee/core/contracts/leaving-draft.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { isSeason } from '@bordee/core/templates/pricing.ts'
import { formatDate, type IsoDate } from '@bordee/core/time.ts'

interface Step {
  text: string
  /** The office has something to do. */
  isUrgent: boolean
}

const calmStep = (text: string): Step => ({ text, isUrgent: false })
const urgentStep = (text: string): Step => ({ text, isUrgent: true })

/** What a contract is waiting for, in one sentence. */
export function stepOf(contract: Contract, today: IsoDate): Step {
  const { status, endAt, declineReason } = contract
  if (status === 'draft') return stepOfDraft(contract)
  if (status === 'canceled')
    return contract.overpaidAmount > 0
      ? urgentStep(`Archivé, après un paiement par carte\u00a0: ${formatMoney(contract.overpaidAmount)} à rembourser ou à garder.`)
      : calmStep('Archivé\u00a0: plus rien ne change.')
  if (status === 'declined') {
    const why = declineReason ? `\u00a0: «\u00a0${declineReason}\u00a0»` : ''
    return urgentStep(`Le client a refusé${why}. Modifiez le contrat pour le renvoyer.`)
  }
  if (!contractLife.after(status, 'accept')) return stepOfMoney(contract, today)
  return isOver(endAt, today)
    ? urgentStep(`Terminé depuis le ${formatDate(endAt)}\u00a0: il ne peut plus être signé.`)
    : calmStep('Le client n’a pas encore signé.')
}

/** What a draft is ready for. An e-mail needs an address. */
export function readyFor(contract: Contract): 'sending' | 'printing' | null {
  if (contract.status !== 'draft' || missingToLeaveDraft(contract).length > 0) return null
  return contract.clientEmail ? 'sending' : 'printing'
}

function stepOfDraft(contract: Contract): Step {
  const missing = missingToLeaveDraft(contract)
  if (missing.length > 0) return urgentStep(`Il manque\u00a0: ${missing.join(', ')}.`)
  return calmStep(
    readyFor(contract) === 'sending'
      ? 'Prêt à envoyer ou à imprimer.'
      : 'Prêt à imprimer. Pour l’envoyer, il manque le courriel du client.',
  )
}

function stepOfMoney({ services, paymentShedules: dues, overpaidAmount }: Contract, today: IsoDate): Step {
  if (overpaidAmount > 0) return urgentStep(`Payé en trop\u00a0: ${formatMoney(overpaidAmount)} à rembourser ou à garder.`)
  if (!services.some(isSeason)) return calmStep('Signé\u00a0: ses services sont facturés après les opérations.')
  const left = dues.filter(({ amountLeft }) => amountLeft > 0)
  const late = left.filter(({ dueDate }) => dueDate < today)
  const sum = late.reduce((all, { amountLeft }) => all + amountLeft, 0)
  if (late[0]) return urgentStep(`${formatMoney(sum)} en retard depuis le ${formatDate(late[0].dueDate)}.`)
  const [next] = left
  return calmStep(next ? `Prochain versement\u00a0: ${formatMoney(next.amountLeft)} le ${formatDate(next.dueDate)}.` : 'Entièrement payé.')
}
