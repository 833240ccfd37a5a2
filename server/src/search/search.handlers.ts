import type { searchCalls } from '@bordee/core/search/search.calls.ts'
import type { Handlers } from '../engine/ctx.ts'
import { findHits } from './search.queries.ts'

export const searchHandlers: Handlers<typeof searchCalls> = {
  search: (ctx, { text }) => findHits(ctx, text),
}
