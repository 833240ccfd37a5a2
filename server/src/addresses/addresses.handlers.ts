import type { addressCalls } from '@bordee/core/addresses/addresses.calls.ts'
import { notFound } from '@bordee/core/problem.ts'
import type { Handlers } from '../ctx.ts'

export const addressHandlers: Handlers<typeof addressCalls> = {
  suggestAddresses: (ctx, { search }) => ctx.gateways.places.suggest(ctx, search),

  async getAddress(ctx, { placeId }) {
    const place = await ctx.gateways.places.details(ctx, placeId)
    if (!place) throw notFound('Adresse')
    return place
  },
}
