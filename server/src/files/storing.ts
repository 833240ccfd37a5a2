// Stores files for companies. The content is written before any row names it, and removed after the last row is gone
// (docs/product/files.md).
import { conflict, Problem } from '@bordee/core/problem.ts'
import { formatNumber } from '@bordee/core/text.ts'
import type { Work } from '../engine/ctx.ts'
import { insertAll } from '../engine/db/writing.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'
import { NoRoom } from '../outside/files/files.ts'

const gigabyte = 1024 ** 3

/** A phone keeps what it sends and tries again; nothing was stored. */
const noRoom = () =>
  new Problem(507, 'Le serveur n’a plus de place pour de nouveaux fichiers. Rien n’est perdu\u00a0: réessayez plus tard.', {
    code: 'no-room',
    retryAfter: 600,
  })

const overQuota = (quota: number) =>
  conflict(
    `Votre compagnie a atteint ${formatNumber(quota / gigabyte)}\u00a0Go de fichiers. Supprimez des photos, ou demandez plus de place.`,
    { code: 'quota' },
  )

/** Removes contents that no row names any more. */
export const removeUnnamed = jobKind<{ hashes: string[] }>('files.remove', { outside: true })

/** Returns an id of `stored_files` for each content. Call it before the transaction's first query: writing to a disk is slow. */
export async function storeFiles(work: Work, companyId: string, contents: readonly Uint8Array[]): Promise<string[]> {
  const hashes: string[] = []
  for (const content of contents) hashes.push(await putContent(work, content))
  for (const hash of [...new Set(hashes)].toSorted()) await lockContent(work, hash)
  // The sweeper may have taken one since: now it can't.
  for (const [at, content] of contents.entries()) if (!(await work.gateways.files.has(hashes[at] ?? ''))) await putContent(work, content)
  await refuseOverQuota(work, companyId, contents)
  return insertAll(
    work.tx,
    'stored_files',
    contents.map((content, at) => ({ companyId, hash: hashes[at] ?? '', size: content.length })),
  )
}

/** Until the transaction ends, nobody else names this content or removes it. */
export const lockContent = ({ tx }: Pick<Work, 'tx'>, hash: string) =>
  tx.sql`select pg_advisory_xact_lock(hashtextextended(${`file ${hash}`}, 0))`

/** Two uploads at once may each find room for the last photo: the quota is a limit on growth, not a promise to the byte. */
export async function refuseOverQuota({ tx, env }: Pick<Work, 'tx' | 'env'>, companyId: string, contents: readonly Uint8Array[]) {
  const [used] = await tx.sql<{ bytes: number }>`
    select coalesce(sum(size), 0)::float8 as bytes from stored_files where company_id = ${companyId}`
  const more = contents.reduce((sum, { length }) => sum + length, 0)
  if ((used?.bytes ?? 0) + more > env.filesQuota) throw overQuota(env.filesQuota)
}

const putContent = ({ gateways }: Work, content: Uint8Array) =>
  gateways.files.put(content).catch((error) => {
    throw error instanceof NoRoom ? noRoom() : error
  })

/** Deletes the rows. Their contents go once the transaction has committed, unless another row names them. */
export async function dropFiles(work: Work, companyId: string, ids: readonly string[]): Promise<void> {
  const dropped = await work.tx.sql<{ hash: string }>`
    delete from stored_files where company_id = ${companyId} and id = any(${ids}::uuid[]) returning hash`
  if (dropped.length > 0) await work.later(removeUnnamed, { hashes: dropped.map(({ hash }) => hash) })
}
