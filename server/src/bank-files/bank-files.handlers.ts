import type { bankFileCalls } from '@bordee/core/bank-files/bank-files.calls.ts'
import type { Handlers } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { applyLines, undoLines } from './applying.ts'
import { findAccounts, findFiles, readFile } from './bank-files.queries.ts'
import { receiveFile } from './receiving.ts'

export const bankFileHandlers: Handlers<typeof bankFileCalls> = {
  listBankAccounts: (ctx) => findAccounts(ctx),

  listBankFiles: (ctx) => findFiles(ctx, sql`true`),

  createBankFile: (ctx, { id, bankFile }) => receiveFile(ctx, id, bankFile),

  getBankFile: (ctx, { id }) => readFile(ctx, id),

  applyBankLines: (ctx, { id, lines }) => applyLines(ctx, id, lines),

  async undoBankLines(ctx, { id, lineIds }) {
    await undoLines(ctx, id, lineIds)
    return readFile(ctx, id)
  },
}
