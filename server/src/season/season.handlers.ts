import type { seasonCalls } from '@bordee/core/season/season.calls.ts'
import { companyOf, type Handlers } from '../engine/ctx.ts'
import { readSeasonCheck, requireLine } from './season.queries.ts'
import { readOwnSeasons, readSeasonSnowfall } from './snowfall.ts'

export const seasonHandlers: Handlers<typeof seasonCalls> = {
  listOwnSeasons: readOwnSeasons,

  getSeason: (ctx, { year }) => readSeasonSnowfall(ctx, year),

  getSeasonCheck: (ctx) => readSeasonCheck(ctx, companyOf(ctx)),

  async ignoreSeasonLine(ctx, { line, reason }) {
    const companyId = companyOf(ctx)
    await requireLine(ctx, companyId, line)
    if (reason === null) await ctx.tx.sql`delete from season_ignored where company_id = ${companyId} and line = ${line}`
    else
      await ctx.tx.sql`
        insert into season_ignored (company_id, line, reason, at, account_id)
        values (${companyId}, ${line}, ${reason}, ${ctx.now}, ${ctx.actor.accountId})
        on conflict (company_id, line) do update set reason = excluded.reason, at = excluded.at, account_id = excluded.account_id`
    return null
  },
}
