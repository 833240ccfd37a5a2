// Writes a contract's status, and its history with it.
import {
  type ContractEvent,
  type ContractRemark,
  contractLife,
  contractStatusNames,
  isSigned,
} from '@bordee/core/contracts/contract-life.ts'
import { moneyEvent } from '@bordee/core/contracts/contract-money.ts'
import { isOver, missingToLeaveDraft } from '@bordee/core/contracts/leaving-draft.ts'
import { conflict } from '@bordee/core/problem.ts'
import { isSeason } from '@bordee/core/templates/pricing.ts'
import { formatDate } from '@bordee/core/time.ts'
import type { Actor, Work } from '../engine/ctx.ts'
import { change, insertAll } from '../engine/db/writing.ts'
import { voidContractLinks } from '../identity/codes.ts'
import { writeTotals } from './contract-totals.ts'
import { type Held, heldContracts } from './contracts.queries.ts'
import { closeCheckoutsLater } from './open-checkouts.ts'

/** A request, or a job, which has no actor. */
export interface Acting extends Work {
  visitor?: Actor | null
}

type HistoryEntry = Pick<Held, 'id' | 'companyId' | 'status'> & { detail?: string | null }

/** Adds a history row to each contract: who, when, what. */
export async function addHistory({ tx, visitor }: Acting, event: ContractEvent | ContractRemark, contracts: readonly HistoryEntry[]) {
  const by = { accountId: visitor?.accountId ?? null, userEmail: visitor?.email ?? null }
  const rows = contracts.map(({ id: contractId, companyId, status, detail = null }) => ({
    companyId,
    contractId,
    event,
    status,
    detail,
    ...by,
  }))
  await insertAll(tx, 'contract_history', rows)
}

/** Why this contract may not go through `event`; undefined when it may. */
export function refusal(held: Held, event: ContractEvent): string | undefined {
  const status = contractLife.after(held.status, event)
  if (!status)
    return (
      `Le contrat ${held.contractNumber} est au statut «\u00a0${contractStatusNames[held.status]}\u00a0»\u00a0: ` +
      'ce changement n’est pas permis.'
    )
  if (held.status === 'draft' && status !== 'draft' && status !== 'canceled') {
    const missing = missingToLeaveDraft(held)
    if (missing.length > 0) return `Il manque au contrat ${held.contractNumber}\u00a0: ${missing.join(', ')}.`
  }
  if (status === 'accepted' && !isSigned(held.status) && isOver(held.endAt, held.today))
    return `Le contrat ${held.contractNumber} est terminé depuis le ${formatDate(held.endAt)}\u00a0: il ne peut plus être signé.`
  return undefined
}

interface Refused {
  id: string
  message: string
}

/** The contracts that are refused, each with its reason. */
export const refusals = (contracts: readonly Held[], whyNot: (held: Held) => string | undefined): Refused[] =>
  contracts.flatMap((held) => {
    const message = whyNot(held)
    return message ? [{ id: held.id, message }] : []
  })

/** All or none: throws if there is any conflict. A single one gives its own message. */
export function refuseAll(conflicts: readonly Refused[], ofMany: (n: number) => string = changedNone) {
  const [first] = conflicts
  if (first) throw conflict(conflicts.length === 1 ? first.message : ofMany(conflicts.length), { conflicts: [...conflicts] })
}
const changedNone = (n: number) => `${n} contrats ne peuvent pas changer de statut\u00a0: aucun n’a changé.`

interface MoveOptions {
  /** Extra detail for the history. */
  detail?: (held: Held) => string | null
  /** Extra columns to set. */
  columns?: {
    signedOnPaper?: boolean
    signedAt?: Date | null
    printedAt?: Date
    sentAt?: Date
    declineReason?: string | null
    openedVersion?: number
  }
}

export async function move(acting: Acting, held: Held, event: ContractEvent, options?: MoveOptions): Promise<Held> {
  const [moved = held] = await moveAll(acting, [held], event, options)
  return moved
}

/** Moves locked contracts through the event, or refuses all with each one's reason. Returns them in the order given. */
export async function moveAll(
  acting: Acting,
  contracts: readonly Held[],
  event: ContractEvent,
  { detail = () => null, columns = {} }: MoveOptions = {},
): Promise<Held[]> {
  if (contracts.length === 0) return []
  refuseAll(refusals(contracts, (held) => refusal(held, event)))
  const status = contractLife.to(event)
  const isPutAway = status === 'draft' || status === 'canceled'
  if (!isPutAway) await writeTotals(acting, contracts.filter(isDraft)) // frozen from here on
  await change(acting.tx, 'contracts', whereIds(contracts), { ...columns, ...columnsOfEvent[event]?.(acting), status })
  const drafts = contracts.filter(isDraft)
  if (event === 'archive' && drafts.length > 0) await change(acting.tx, 'contracts', whereIds(drafts), { isUnseen: true })
  const ids = contracts.map(({ id }) => id)
  if (isPutAway) await voidContractLinks(acting, ids)
  if (!isSigned(status))
    await closeCheckoutsLater(
      acting,
      contracts.filter((held) => isSigned(held.status)),
    )
  const moved = await heldContracts(acting, ids)
  await addHistory(
    acting,
    event,
    moved.map((held) => ({ ...held, detail: detail(held) })),
  )
  return followMoney(acting, moved)
}

const isDraft = ({ status }: Held) => status === 'draft'
/** As a condition for `change`. */
export const whereIds = (contracts: readonly Pick<Held, 'id' | 'companyId'>[]) => ({
  id: contracts.map(({ id }) => id),
  companyId: [...new Set(contracts.map(({ companyId }) => companyId))],
})

/** Columns an event sets besides the status. */
const columnsOfEvent: Partial<Record<ContractEvent, (acting: Acting) => NonNullable<MoveOptions['columns']>>> = {
  accept: ({ now }) => ({ signedAt: now, signedOnPaper: false, declineReason: null }),
  signOnPaper: ({ now }) => ({ signedAt: now, signedOnPaper: true, declineReason: null }),
  unsign: () => ({ signedAt: null, signedOnPaper: false }),
  edit: () => ({ declineReason: null }),
  setDraft: () => ({ declineReason: null }),
  setSent: ({ now }) => ({ sentAt: now, declineReason: null }),
  print: ({ now }) => ({ printedAt: now }),
  setPrinted: ({ now }) => ({ printedAt: now, declineReason: null }),
  setConsulted: () => ({ declineReason: null }),
}

/** The one place where a signed contract's status follows its money. Leaves unsigned contracts alone. */
export async function followMoney(acting: Acting, contracts: readonly Held[]): Promise<Held[]> {
  const after = new Map<string, Held>()
  for (const [event, followers] of Map.groupBy(contracts, eventOfMoney)) {
    if (!event) continue
    const status = contractLife.to(event)
    await change(acting.tx, 'contracts', whereIds(followers), { status })
    const moved = followers.map((held) => ({ ...held, status }))
    await addHistory(acting, event, moved)
    for (const held of moved) after.set(held.id, held)
  }
  return contracts.map((held) => after.get(held.id) ?? held)
}

/**
 * Undefined if the status already matches the money, or the contract isn't signed. One without a line of the season owes nothing by
 * itself, so nothing of it is paid or late.
 */
function eventOfMoney({ status, services, totalPrice, paymentShedules, payments, today }: Held): ContractEvent | undefined {
  if (!isSigned(status)) return undefined
  const event = services.some(isSeason) ? moneyEvent(totalPrice, paymentShedules, payments, today) : 'owe'
  return contractLife.to(event) === status ? undefined : event
}
