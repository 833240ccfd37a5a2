import type { sectorCalls } from '@bordee/core/sectors/sectors.calls.ts'
import type { Ctx, Handlers } from '../engine/ctx.ts'
import { changeSector, insertSector } from './sector-changes.ts'
import { lockSectors, readSector, sectorChoices, sectorRows } from './sectors.queries.ts'

export const sectorHandlers: Handlers<typeof sectorCalls> = {
  listSectors: (ctx) => ctx.tx.jsonList(sectorRows(ctx)),

  listSectorsForAlerts: (ctx) => ctx.tx.jsonList(sectorChoices(ctx)),

  async createSector(ctx, { sector }) {
    return readSector(ctx, await insertSector(ctx, sector))
  },

  async updateSector(ctx, { id, sector }) {
    await changeSector(ctx, id, sector)
    return readSector(ctx, id)
  },

  async deleteSector(ctx, { id }) {
    await removeSectors(ctx, [id])
    return null
  },

  async deleteSectors(ctx, { sectorIds }) {
    await removeSectors(ctx, sectorIds)
    return null
  },
}

async function removeSectors(ctx: Ctx, ids: readonly string[]) {
  const rows = await lockSectors(ctx, ids)
  await ctx.tx.sql`delete from sectors where id = any(${rows.map(({ id }) => id)}::uuid[])`
}
