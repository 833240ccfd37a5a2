// Where a contract's status is written, and its history with it.
import {
  type ContractEvent,
  type ContractRemark,
  type ContractStatus,
  contractLife,
  contractStatusNames,
  isSigned,
} from '@bordee/core/contracts/contract-life.ts'
import { moneyEvent } from '@bordee/core/contracts/contract-money.ts'
import { isOver, missingToLeaveDraft } from '@bordee/core/contracts/leaving-draft.ts'
import { conflict } from '@bordee/core/problem.ts'
import { formatDate } from '@bordee/core/time.ts'
import type { Actor, Work } from '../engine/ctx.ts'
import { change, insertAll } from '../engine/writing.ts'
import { voidContractLinks } from '../identity/codes.ts'
import { again, writeTotals } from './contract-totals.ts'
import type { Held } from './contracts.queries.ts'

/** A request, or a job: then nobody stands behind it. */
export interface Acting extends Work {
  visitor?: Actor | null
}

type Row = Pick<Held, 'id' | 'companyId' | 'status'>

/** Who, when, what. */
export async function remember(
  { tx, visitor }: Acting,
  { id, companyId, status }: Row,
  event: ContractEvent | ContractRemark,
  detail: string | null = null,
) {
  const by = { accountId: visitor?.accountId ?? null, userEmail: visitor?.email ?? null }
  await insertAll(tx, 'contract_history', [{ companyId, contractId: id, event, status, detail, ...by }])
}

/** Why this contract may not go through `event`; undefined when it may. */
export function refusal(held: Held, event: ContractEvent): string | undefined {
  const status = contractLife.after(held.status, event)
  if (!status)
    return `Le contrat ${held.contractNumber} est au statut «\u00a0${contractStatusNames[held.status]}\u00a0»\u00a0: ce changement n’est pas permis.`
  if (held.status === 'draft' && status !== 'draft' && status !== 'canceled') {
    const missing = missingToLeaveDraft(held)
    if (missing.length > 0) return `Il manque au contrat ${held.contractNumber}\u00a0: ${missing.join(', ')}.`
  }
  if (status === 'accepted' && !isSigned(held.status) && isOver(held.endAt, held.today))
    return `Le contrat ${held.contractNumber} est terminé depuis le ${formatDate(held.endAt)}\u00a0: il ne peut plus être accepté.`
  return undefined
}

interface MoveOptions {
  detail?: string | null
  /** More that it leaves in the row. */
  columns?: { signedOnPaper?: boolean; signedAt?: Date | null; sentAt?: Date; declineReason?: string | null; openedVersion?: number }
}

/** The contract must be held. Refused with what forbids it. */
export async function move(
  acting: Acting,
  held: Held,
  event: ContractEvent,
  { detail = null, columns = {} }: MoveOptions = {},
): Promise<Held> {
  const reason = refusal(held, event)
  if (reason) throw conflict(reason, { conflicts: [{ id: held.id, message: reason }] })
  const status = contractLife.after(held.status, event) as ContractStatus
  const isLeavingDraft = held.status === 'draft' && status !== 'draft' && status !== 'canceled'
  if (isLeavingDraft) await writeTotals(acting, held.id) // frozen from here on
  const written = { ...columns, ...left[event]?.(acting), status }
  await change(acting.tx, 'contracts', { id: held.id, companyId: held.companyId }, written)
  if (status === 'draft' || status === 'canceled') await voidContractLinks(acting, held.id)
  const moved = await again(acting, held.id)
  await remember(acting, moved, event, detail)
  return isSigned(status) ? followMoney(acting, moved) : moved
}

/** What an event leaves in the row besides the status. */
const left: Partial<Record<ContractEvent, (acting: Acting) => NonNullable<MoveOptions['columns']>>> = {
  accept: ({ now }) => ({ signedAt: now, signedOnPaper: false, declineReason: null }),
  signOnPaper: ({ now }) => ({ signedAt: now, signedOnPaper: true, declineReason: null }),
  unsign: () => ({ signedAt: null, signedOnPaper: false }),
  edit: () => ({ declineReason: null }),
  setDraft: () => ({ declineReason: null }),
  setSent: ({ now }) => ({ sentAt: now, declineReason: null }),
  setPrinted: () => ({ declineReason: null }),
  setConsulted: () => ({ declineReason: null }),
}

/** The one place where the status of a signed contract follows its money. Nothing for any other. */
export async function followMoney(acting: Acting, held: Held): Promise<Held> {
  if (!isSigned(held.status)) return held
  const event = moneyEvent(held.totalPrice, held.paymentShedules, held.payments, held.today)
  const status = contractLife.after(held.status, event)
  if (!status || status === held.status) return held
  await change(acting.tx, 'contracts', { id: held.id, companyId: held.companyId }, { status })
  const moved = { ...held, status }
  await remember(acting, moved, event)
  return moved
}
