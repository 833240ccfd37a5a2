// Files that people attach to a claim. They go with their claim (erasing.ts), and stay while it is held.
import { buffer } from 'node:stream/consumers'
import type { FileAnswer, UploadedFile } from '@bordee/core/call.ts'
import {
  type ClaimFile,
  claimFile,
  type claimFileFields,
  isClaimFile,
  mostClaimFiles,
  tooManyClaimFiles,
  wrongClaimFile,
} from '@bordee/core/claims/claim-file.ts'
import { conflict, invalid, notFound } from '@bordee/core/problem.ts'
import type { output, ZodObject } from 'zod'
import { audit } from '../engine/audit.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { jsonOf } from '../engine/db/columns.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { UploadPlaces } from '../engine/http/upload-places.ts'
import { dropFiles, refuseOverQuota, storeFiles } from '../files/storing.ts'
import { accountName } from '../runs/operators.ts'
import { lockClaim, readClaim } from './claims.queries.ts'

/** Read at a time, two per company: each may take 20 MB. */
const places = new UploadPlaces(6, { maxWaiting: 200, perKey: 2 })

type NewClaimFile = output<ZodObject<typeof claimFileFields>> & { id: string }

export async function addClaimFile(ctx: Ctx, { id: claimId, fileId, name }: NewClaimFile, files: AsyncIterable<UploadedFile>) {
  const made = await places.read(companyOf(ctx), files, {
    known: () => ctx.aside(({ tx }) => beforeReading({ ...ctx, tx }, claimId, fileId)),
    async use(bytes) {
      if (bytes.length === 0) throw invalid({ input: { file: `«\u00a0${name}\u00a0» est vide.` } })
      if (!isClaimFile(name, bytes)) throw invalid({ input: { file: wrongClaimFile(name) } })
      // Also before anything is stored: what is refused afterwards stays on the disk until the next night.
      await ctx.aside(({ tx }) => refuseOverQuota({ ...ctx, tx }, companyOf(ctx), [bytes]))
      return keep(ctx, { claimId, fileId, name, bytes })
    },
  })
  if (!made) throw invalid({ input: { file: 'Choisissez un fichier.' } })
  return made
}

async function beforeReading(ctx: Ctx, claimId: string, fileId: string): Promise<ClaimFile | undefined> {
  await readClaim(ctx, claimId)
  const known = await sameFile(ctx, claimId, fileId)
  if (!known) await refuseTooMany(ctx, claimId)
  return known
}

async function keep(ctx: Ctx, { claimId, fileId, name, bytes }: { claimId: string; fileId: string; name: string; bytes: Uint8Array }) {
  const companyId = companyOf(ctx)
  const [storedId = ''] = await storeFiles(ctx, companyId, [bytes])
  await lockClaim(ctx, claimId) // of two uploads at once, the second one counts the first
  const known = await sameFile(ctx, claimId, fileId)
  if (known) {
    await dropFiles(ctx, companyId, [storedId])
    return known
  }
  await refuseTooMany(ctx, claimId)
  await ctx.tx.sql`
    insert into claim_files (company_id, id, claim_id, name, file_id, size, hash, account_id, user_name, created_at)
    select ${companyId}, ${fileId}, ${claimId}, ${name}, f.id, f.size, f.hash, a.id, ${accountName}, ${ctx.now}
    from stored_files f
    join accounts a on a.id = ${ctx.actor.accountId}
    where f.company_id = ${companyId} and f.id = ${storedId}`
  return readClaimFile(ctx, claimId, fileId)
}

/** Sent before. */
async function sameFile(ctx: Ctx, claimId: string, fileId: string): Promise<ClaimFile | undefined> {
  const [known] = await findClaimFiles(ctx, sql`f.id = ${fileId}`)
  if (known && known.claimId !== claimId)
    throw conflict('Cet identifiant est celui d’un fichier d’une autre réclamation.', { code: 'id-used' })
  return known
}

async function refuseTooMany(ctx: Ctx, claimId: string) {
  const [others] = await ctx.tx.sql<{ count: number }>`
    select count(*)::int as count from claim_files where company_id = ${companyOf(ctx)} and claim_id = ${claimId}`
  if ((others?.count ?? 0) >= mostClaimFiles) throw conflict(tooManyClaimFiles, { code: 'too-many-files' })
}

export async function listClaimFiles(ctx: Ctx, claimId: string): Promise<ClaimFile[]> {
  await readClaim(ctx, claimId)
  return findClaimFiles(ctx, sql`f.claim_id = ${claimId}`)
}

export async function openClaimFile(ctx: Ctx, claimId: string, fileId: string): Promise<FileAnswer> {
  const { name, hash } = await ctx.aside(({ tx }) => readClaimFile({ ...ctx, tx }, claimId, fileId))
  const content = await ctx.gateways.files.get(hash)
  if (!content) throw notFound('Fichier')
  return { bytes: await buffer(content), name }
}

export async function deleteClaimFile(ctx: Ctx, claimId: string, fileId: string) {
  const claim = await lockClaim(ctx, claimId)
  const { hash } = await readClaimFile(ctx, claimId, fileId)
  if (claim.heldAt)
    throw conflict('Cette réclamation est figée\u00a0: ses fichiers restent jusqu’à ce qu’elle soit fermée.', { code: 'held' })
  await removeClaimFiles(ctx, sql`f.id = ${fileId}`)
  await audit(ctx, 'claim-file-deleted', { claimId, hash })
}

/** Those that `where` chooses (alias `f`), with their contents. */
export async function removeClaimFiles(ctx: Ctx, where: Sql<unknown>) {
  const removed = await ctx.tx.sql<{ fileId: string }>`
    delete from claim_files f where f.company_id = ${companyOf(ctx)} and ${where} returning f.file_id as "fileId"`
  await dropFiles(
    ctx,
    companyOf(ctx),
    removed.map(({ fileId }) => fileId),
  )
}

async function readClaimFile(ctx: Ctx, claimId: string, fileId: string): Promise<ClaimFile> {
  const [found] = await findClaimFiles(ctx, sql`f.claim_id = ${claimId} and f.id = ${fileId}`)
  if (!found) throw notFound('Fichier')
  return found
}

async function findClaimFiles(ctx: Ctx, where: Sql<unknown>): Promise<ClaimFile[]> {
  const rows = await ctx.tx.sql<{ json: ClaimFile }>`
    select ${jsonOf(claimFile.shape, 'f')} as json
    from claim_files f
    where f.company_id = ${companyOf(ctx)} and ${where}
    order by f.created_at desc, f.id desc`
  return rows.map(({ json }) => json)
}
