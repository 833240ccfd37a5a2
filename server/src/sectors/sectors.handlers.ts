import type { Sector } from '@bordee/core/sectors/sector.ts'
import type { sectorCalls } from '@bordee/core/sectors/sectors.calls.ts'
import type { Ctx, Handlers } from '../ctx.ts'
import { sql } from '../sql.ts'
import { changeSector, insertSector } from './sector-changes.ts'
import { lockSectors, readSector, sectorRows } from './sectors.queries.ts'

export const sectorHandlers: Handlers<typeof sectorCalls> = {
  listSectors: (ctx) => ctx.tx.jsonList(sectorRows(ctx)),

  listSectorsForAlerts: (ctx) =>
    ctx.tx.jsonList(sql<{ json: Pick<Sector, 'id' | 'name' | 'contactsCount' | 'notifiedAt' | 'groupId' | 'groupName'> }>`
      select json_build_object('id', x.json->'id', 'name', x.json->'name', 'contactsCount', x.json->'contactsCount', 'notifiedAt', x.json->'notifiedAt',
                               'groupId', x.json->'groupId', 'groupName', x.json->'groupName') as json
      from (${sectorRows(ctx)}) x`),

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
