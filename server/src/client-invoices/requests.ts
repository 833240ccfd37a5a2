// A request that is sent again, with the same key, gets its first answer again and does nothing.
import { createHash } from 'node:crypto'
import { conflict } from '@bordee/core/problem.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'

/** Of two at once, the second waits for the first. */
export async function once<T extends object>(ctx: Ctx, requestKey: string, asked: unknown, run: () => Promise<T>): Promise<T> {
  const companyId = companyOf(ctx)
  const hash = createHash('sha256').update(JSON.stringify(asked)).digest('hex')
  const [first] = await ctx.tx.sql`
    insert into client_invoice_requests (company_id, request_key, asked, created_at)
    values (${companyId}, ${requestKey}, ${hash}, ${ctx.now})
    on conflict do nothing
    returning request_key`
  if (!first) {
    const [known] = await ctx.tx.sql<{ answer: T; asked: string }>`
      select answer, asked from client_invoice_requests where company_id = ${companyId} and request_key = ${requestKey}`
    if (known?.asked !== hash) throw conflict('Cette demande a déjà servi à autre chose.', { code: 'request-key-used' })
    return known.answer
  }
  const answer = await run()
  await ctx.tx.sql`
    update client_invoice_requests
    set answer = ${JSON.stringify(answer)}
    where company_id = ${companyId} and request_key = ${requestKey}`
  return answer
}
