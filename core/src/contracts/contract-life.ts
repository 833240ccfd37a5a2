// The life of a contract: which events each state allows, and the state that follows. All code that writes a status
// reads it from here (docs/product/contracts.md).
import { life } from '../life.ts'

export const contractStatuses = ['draft', 'sent', 'printed', 'consulted', 'accepted', 'unpaid', 'paid', 'declined', 'canceled'] as const
export type ContractStatus = (typeof contractStatuses)[number]

export const contractStatusNames: Record<ContractStatus, string> = {
  draft: 'Brouillon',
  sent: 'Envoyé',
  printed: 'Imprimé',
  consulted: 'Consulté',
  accepted: 'Signé',
  unpaid: 'Impayé',
  paid: 'Payé',
  declined: 'Refusé',
  canceled: 'Archivé',
}

/** « À signer »: it is the client's turn. */
const waitingStates = ['sent', 'printed', 'consulted'] as const satisfies ContractStatus[]
/** Only payments can still change, and the status follows them. */
export const signedStates = ['accepted', 'unpaid', 'paid'] as const satisfies ContractStatus[]

/** Years for which a signed contract is kept after its end, with its payments. */
export const keptAfterEnd = 7

const isWaiting = (status: ContractStatus): boolean => waitingStates.some((one) => one === status)
export const isSigned = (status: ContractStatus): boolean => signedStates.some((one) => one === status)

const events = [
  /** The client follows their link, signs or declines. */
  'open',
  'accept',
  'decline',
  /** The office e-mails it, prints it, edits it or archives it. */
  'send',
  'print',
  'edit',
  'archive',
  /** The office, through the status selector. */
  'setDraft',
  'setSent',
  'setPrinted',
  'setConsulted',
  'signOnPaper',
  'setDeclined',
  /** A signature on paper was a mistake. */
  'unsign',
  /** The money: everything is paid; something is overdue; neither. */
  'pay',
  'fallDue',
  'owe',
] as const
export type ContractEvent = (typeof events)[number]

const waiting = {
  accept: 'accepted',
  decline: 'declined',
  edit: 'draft',
  archive: 'canceled',
  setDraft: 'draft',
  signOnPaper: 'accepted',
  setDeclined: 'declined',
} as const
const signed = { archive: 'canceled', unsign: 'sent', pay: 'paid', fallDue: 'unpaid', owe: 'accepted' } as const

export const contractLife = life<ContractStatus, ContractEvent>(events, {
  draft: {
    send: 'sent',
    print: 'printed',
    edit: 'draft',
    archive: 'canceled',
    setSent: 'sent',
    setPrinted: 'printed',
    setConsulted: 'consulted',
    signOnPaper: 'accepted',
    setDeclined: 'declined',
  },
  sent: { ...waiting, open: 'consulted', setPrinted: 'printed', setConsulted: 'consulted' },
  printed: { ...waiting, open: 'consulted', setSent: 'sent', setConsulted: 'consulted' },
  consulted: { ...waiting, setSent: 'sent', setPrinted: 'printed' },
  declined: { edit: 'draft', archive: 'canceled', setDraft: 'draft', setSent: 'sent', setPrinted: 'printed', setConsulted: 'consulted' },
  accepted: signed,
  unpaid: signed,
  paid: signed,
  canceled: {},
})

/** The event behind each status the office chooses. Nobody chooses paid or unpaid: they follow the money. */
const chosen: Partial<Record<ContractStatus, ContractEvent>> = {
  draft: 'setDraft',
  sent: 'setSent',
  printed: 'setPrinted',
  consulted: 'setConsulted',
  accepted: 'signOnPaper',
  declined: 'setDeclined',
  canceled: 'archive',
}

export interface StatusFacts {
  status: ContractStatus
  /** The office marked it as signed on paper: there is no certificate. */
  signedOnPaper: boolean
  hasPayments: boolean
}

/** The event by which the office moves a contract to `wanted`; undefined where that is not allowed. */
export function officeEvent({ status, signedOnPaper, hasPayments }: StatusFacts, wanted: ContractStatus): ContractEvent | undefined {
  const mayUnsign = isSigned(status) && signedOnPaper && !hasPayments
  const event = wanted === 'sent' && isSigned(status) ? 'unsign' : chosen[wanted]
  if (!event || (event === 'unsign' && !mayUnsign)) return undefined
  return contractLife.after(status, event) && event
}

/** What the status selector offers besides the current status. Archiving has its own button. */
export const statusChoices = (contract: StatusFacts): ContractStatus[] =>
  contractStatuses.filter((wanted) => wanted !== 'canceled' && wanted !== contract.status && officeEvent(contract, wanted) !== undefined)

/** Whether it may be e-mailed: for the first time, or again with a fresh link. */
export const maySend = (status: ContractStatus): boolean => status === 'draft' || isWaiting(status)

const eventNames: Record<ContractEvent, string> = {
  open: 'Consulté par le client',
  accept: 'Signé par le client',
  decline: 'Refusé par le client',
  send: 'Envoyé par courriel',
  print: 'Imprimé',
  edit: 'Modifié',
  archive: 'Archivé',
  setDraft: 'Remis en brouillon',
  setSent: 'Marqué comme envoyé',
  setPrinted: 'Marqué comme imprimé',
  setConsulted: 'Marqué comme consulté',
  signOnPaper: 'Marqué comme signé',
  setDeclined: 'Marqué comme refusé',
  unsign: 'Signature retirée',
  pay: 'Entièrement payé',
  fallDue: 'Versement en retard',
  owe: 'Solde à payer',
}

/** History entries that don't change the status. */
const remarkNames = {
  create: 'Créé',
  resend: 'Envoyé de nouveau',
  mailRefused: 'Courriel refusé',
  sync: 'Renseignements mis à jour',
  payment: 'Paiement inscrit',
  paymentChanged: 'Paiement modifié',
  paymentRemoved: 'Paiement retiré',
  chequeBounced: 'Chèque sans provision',
  chequeReturned: 'Chèque remis au client',
  refund: 'Remboursement',
  refundFailed: 'Remboursement échoué',
  dispute: 'Paiement contesté',
  disputeWon: 'Contestation gagnée',
  kept: 'Surplus gardé',
  signatureReminder: 'Rappel de signature envoyé',
  paymentReminder: 'Rappel de paiement envoyé',
  renew: 'Renouvelé',
} as const
export type ContractRemark = keyof typeof remarkNames

export const historyNames: Record<ContractEvent | ContractRemark, string> = { ...eventNames, ...remarkNames }

/** The history entries about money. */
export const moneyEvents = [
  'pay',
  'fallDue',
  'owe',
  'payment',
  'paymentChanged',
  'paymentRemoved',
  'chequeBounced',
  'chequeReturned',
  'refund',
  'refundFailed',
  'dispute',
  'disputeWon',
  'kept',
  'paymentReminder',
] as const satisfies (ContractEvent | ContractRemark)[]
