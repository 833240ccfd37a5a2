import { mostCallers } from '@bordee/core/callers/call-sheet.ts'
import type { callerCalls } from '@bordee/core/callers/callers.calls.ts'
import type { PhoneCall } from '@bordee/core/callers/phone-call.ts'
import { parsePhone } from '@bordee/core/phone.ts'
import { searchedDigits } from '@bordee/core/search/search-words.ts'
import { type Ctx, companyOf, type Handlers } from '../engine/ctx.ts'
import { isPiece, readPiece } from '../engine/db/pieces.ts'
import { sql } from '../engine/db/sql.ts'
import { requireClients } from '../folders/visible-folders.ts'
import { findCallers } from './found-callers.ts'
import { latestCalls, notePhoneCall } from './phone-calls.ts'
import { readSheet } from './site-sheet.ts'
import { timelineOf, wholeTimeline } from './timeline.ts'

const mostLatest = 20

export const callerHandlers: Handlers<typeof callerCalls> = {
  async getCallSheet(ctx, { q, siteId }) {
    // Planning what a sheet takes costs more than running it, and every plan uses the same indexes: plan once per connection.
    await ctx.tx.sql`select set_config('plan_cache_mode', 'force_generic_plan', true)`
    const callers = await findCallers(ctx, q)
    const shown = siteId ?? callers[0]?.siteId
    return {
      phone: (searchedDigits(q) && parsePhone(q)) ?? null,
      callers: callers.slice(0, mostCallers),
      hasMore: callers.length > mostCallers,
      sheet: shown ? await readSheet(ctx, shown) : null,
      latest: q || siteId ? [] : await readLatest(ctx),
    }
  },

  notePhoneCall,

  async listTimeline(ctx, { id, kind, ...asked }) {
    await requireClients(ctx, [id])
    if (isPiece(asked)) return readPiece(ctx, timelineOf(id, kind), asked)
    return ctx.tx.jsonList(wholeTimeline(ctx, id, kind))
  },
}

async function readLatest(ctx: Ctx): Promise<PhoneCall[]> {
  const [row] = await ctx.tx.sql<{ calls: PhoneCall[] }>`select ${latestCalls(companyOf(ctx), sql`true`, mostLatest)} as calls`
  return row?.calls ?? []
}
