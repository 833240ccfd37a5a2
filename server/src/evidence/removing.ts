import type { Work } from '../engine/ctx.ts'
import type { Sql } from '../engine/db/sql.ts'
import { dropFiles } from '../files/storing.ts'

/** Removes the contents of the files that `where` chooses (alias `o`). The rows and hashes stay. */
export async function removeEvidence(work: Work, companyId: string, where: Sql<unknown>): Promise<void> {
  const gone = await work.tx.sql<{ fileId: string | null }>`
    update evidence_files f
    set state = 'removed', file_id = null
    from (
      select o.id, o.file_id
      from evidence_files o
      where o.company_id = ${companyId} and ${where}
      for update) old
    where f.company_id = ${companyId} and f.id = old.id
    returning old.file_id as "fileId"`
  await dropFiles(
    work,
    companyId,
    gone.flatMap(({ fileId }) => fileId ?? []),
  )
}
