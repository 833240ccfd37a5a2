// Writes an invoice's status, and its history with it.
import {
  type ClientInvoiceRemark,
  type ClientInvoiceStatus,
  clientInvoiceLife,
  isIssued,
} from '@bordee/core/client-invoices/client-invoice-life.ts'
import { invoiceEvent } from '@bordee/core/client-invoices/client-invoice-money.ts'
import type { Actor, Work } from '../engine/ctx.ts'
import { insertMany } from '../engine/db/bulk.ts'
import { change } from '../engine/db/writing.ts'
import { type Held, heldInvoices } from './client-invoices.queries.ts'
import { closeOutdatedCheckoutsLater } from './open-checkouts.ts'

/** A request, or a job, which has no actor. */
export interface Acting extends Work {
  visitor?: Actor | null
}

interface Entry {
  id: string
  companyId: string
  status: ClientInvoiceStatus
  detail?: string | null
}

/** Adds a history row to each invoice: who, when, what. */
export async function addHistory({ tx, now, visitor }: Acting, event: ClientInvoiceRemark, invoices: readonly Entry[]) {
  const by = { accountId: visitor?.accountId ?? null, userEmail: visitor?.email ?? null }
  const rows = invoices.map(({ id: invoiceId, companyId, status, detail = null }) => ({
    companyId,
    invoiceId,
    event,
    status,
    detail,
    createdAt: now,
    ...by,
  }))
  await insertMany(tx, 'client_invoice_history', rows)
}

/** The one place where an issued invoice's status follows its money. Returns their new state. */
export async function followMoney(acting: Acting, companyId: string, ids: readonly string[]): Promise<Held[]> {
  const invoices = (await heldInvoices(acting, ids)).filter(({ status }) => isIssued(status))
  for (const [event, those] of Map.groupBy(invoices, eventOf)) {
    const status = clientInvoiceLife.to(event)
    const moved = those.filter((held) => held.status !== status && clientInvoiceLife.after(held.status, event))
    if (moved.length === 0) continue
    await change(acting.tx, 'client_invoices', { companyId, id: moved.map(({ id }) => id) }, { status })
  }
  acting.publish(companyId, { topic: 'client-invoices' })
  const followed = await heldInvoices(acting, ids)
  await closeOutdatedCheckoutsLater(acting, companyId, followed)
  return followed
}

const eventOf = (held: Held) =>
  invoiceEvent({ ...held, isWhollyCredited: held.lines.length > 0 && held.lines.every(({ creditNumber }) => creditNumber !== null) })
