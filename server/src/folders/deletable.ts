// A folder under a running signed contract, or that owes on an invoice, can't be deleted.
import { owingStates } from '@bordee/core/client-invoices/client-invoice-life.ts'
import { signedStates } from '@bordee/core/contracts/contract-life.ts'
import { conflict } from '@bordee/core/problem.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { inStates } from '../engine/db/states.ts'

/** Locks contracts before their folders, the usual order, to avoid deadlocks. None can be signed meanwhile. */
export async function lockContractsOf(ctx: Ctx, column: 'client_id' | 'site_id', ids: readonly string[]) {
  const ofSites = sql`k.site_id in (select s.id from sites s where s.company_id = ${companyOf(ctx)} and s.client_id = any(${ids}::uuid[]))`
  await ctx.tx.sql`
    select from contracts k
    where k.company_id = ${companyOf(ctx)}
      and (${sql.ref(`k.${column}`)} = any(${ids}::uuid[]) ${column === 'client_id' ? sql`or ${ofSites}` : sql``})
    order by k.id
    for update`
}

/** Call once the folders are locked too: no new contract can then name them. */
export async function refuseUnderContract(ctx: Ctx, column: 'client_id' | 'site_id', ids: readonly string[]) {
  const running = await ctx.tx.sql<{ id: string; contractNumber: string }>`
    select ${sql.ref(`k.${column}`)} as id, k.contract_number as "contractNumber"
    from contracts k
    join companies c on c.id = k.company_id
    where k.company_id = ${companyOf(ctx)} and ${sql.ref(`k.${column}`)} = any(${ids}::uuid[])
      and k.status in ${inStates(signedStates)} and k.end_at >= (now() at time zone c.time_zone)::date
    order by k.contract_number`
  if (running.length === 0) return
  const conflicts = running.map(({ id, contractNumber }) => ({ id, message: `Le contrat signé ${contractNumber} est encore en cours.` }))
  throw conflict(`Suppression impossible\u00a0: ${conflicts[0]?.message ?? ''}`, { code: 'contract-running', conflicts })
}

/** Once its folder is gone, nobody would be asked for the money any more. */
export async function refuseOwing(ctx: Ctx, clientIds: readonly string[]) {
  const owing = await ctx.tx.sql<{ id: string; number: string }>`
    select i.client_id as id, i.number
    from client_invoices i
    where i.company_id = ${companyOf(ctx)} and i.client_id = any(${clientIds}::uuid[]) and i.status in ${inStates(owingStates)}
    order by i.number`
  if (owing.length === 0) return
  const conflicts = owing.map(({ id, number }) => ({ id, message: `La facture ${number} n’est pas payée.` }))
  throw conflict(`Suppression impossible\u00a0: ${conflicts[0]?.message ?? ''}`, { code: 'invoice-owing', conflicts })
}
