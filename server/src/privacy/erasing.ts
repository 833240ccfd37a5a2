// Erases clients' folders: every slice removes of its own rows what nothing holds, and says why the others stay.
import { isDeepStrictEqual } from 'node:util'
import type { ErasedPart, Erasure } from '@bordee/core/privacy/erasure.ts'
import { eraseAlerts } from '../alerts/erasing.ts'
import { erasePhoneCalls } from '../callers/erasing.ts'
import { eraseClaims } from '../claims/erasing.ts'
import { eraseInvoices } from '../client-invoices/erasing.ts'
import { eraseClients } from '../clients/erasing.ts'
import { eraseCollectionNotes } from '../collection/erasing.ts'
import { eraseContracts } from '../contracts/erasing.ts'
import { audit } from '../engine/audit.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { insert } from '../engine/db/writing.ts'
import { eraseDossiers } from '../evidence/erasing.ts'
import { lockContractsOf } from '../folders/deletable.ts'
import type { Erasing } from '../folders/erasing.ts'
import { eraseOccupants } from '../occupants/erasing.ts'
import { erasePhotos } from '../photos/erasing.ts'
import { eraseQuotes } from '../quotes/erasing.ts'
import { because } from '../records/records.ts'
import { eraseReplies } from '../replies/erasing.ts'
import { eraseStops } from '../runs/erasing.ts'
import { accountName } from '../runs/operators.ts'
import { eraseSites, sitesToErase } from '../sites/erasing.ts'
import { readErasures } from './privacy.queries.ts'

/** What hangs on a site goes before it, and a site before its folder. */
const steps: readonly ((ctx: Ctx, erasing: Erasing) => Promise<ErasedPart>)[] = [
  erasePhotos,
  eraseAlerts,
  eraseReplies,
  erasePhoneCalls,
  eraseOccupants,
  eraseQuotes,
  eraseContracts,
  eraseInvoices,
  eraseCollectionNotes,
  eraseDossiers,
  eraseStops,
  eraseClaims,
  eraseSites,
  eraseClients,
]

interface Wanted {
  requestId: string | null
  folders: Erasure['folders']
  /** Of folders that were deleted. */
  formerIds?: readonly string[]
  emails: readonly string[]
  /** The report of the last time. */
  before: Erasure | undefined
}

/**
 * Call with the company locked: of two erasures at once, the second finds the first one's report, and a send is over or
 * hasn't begun. The last report again, if nothing goes and the same stays.
 */
export async function erase(
  ctx: Ctx,
  { requestId, folders, formerIds = [], emails, before }: Wanted,
): Promise<{ erasure: Erasure; isNew: boolean }> {
  const parts = await eraseFolders(ctx, [...folders.map(({ id }) => id), ...formerIds], emails)
  const isSame = isDeepStrictEqual(keptOf(parts), keptOf(before?.parts ?? []))
  if (before && isSame && !parts.some(({ removed }) => removed > 0)) return { erasure: before, isNew: false }
  const id = await insert(ctx.tx, 'erasures', {
    companyId: companyOf(ctx),
    requestId,
    folders,
    parts,
    accountId: ctx.actor.accountId,
    userName: await nameOf(ctx),
    at: ctx.now,
  })
  await audit(ctx, 'folders-erased', { erasureId: id })
  const [erasure] = await readErasures(ctx, sql`e.id = ${id}`)
  if (!erasure) throw new Error('the erasure is gone')
  return { erasure, isNew: true }
}

async function eraseFolders(ctx: Ctx, clientIds: string[], emails: readonly string[]): Promise<ErasedPart[]> {
  const companyId = companyOf(ctx)
  await lockContractsOf(ctx, 'client_id', clientIds)
  await ctx.tx.sql`select from clients where company_id = ${companyId} and id = any(${clientIds}::uuid[]) order by id for update`
  const locked = await ctx.tx.sql<{ id: string }>`
    select id from sites where company_id = ${companyId} and client_id = any(${clientIds}::uuid[]) order by id for update`
  const siteIds = locked.map(({ id }) => id)
  const sites = await ctx.tx.rows(sitesToErase({ companyId, siteIds }))
  await because(ctx, 'erasure')
  const erasing: Erasing = { companyId, clientIds, siteIds, sites, emails, by: await nameOf(ctx) }
  const parts: ErasedPart[] = []
  for (const step of steps) parts.push(await step(ctx, erasing))
  return parts.filter(({ removed, kept }) => removed > 0 || kept.length > 0)
}

const keptOf = (parts: readonly ErasedPart[]) => parts.flatMap(({ kind, kept }) => kept.map((one) => ({ kind, ...one })))

async function nameOf(ctx: Ctx): Promise<string> {
  const [author] = await ctx.tx.sql<{ name: string }>`select ${accountName} as name from accounts a where a.id = ${ctx.actor.accountId}`
  return author?.name ?? ctx.actor.email
}
