// Trackers and who sees them: a company sees its own, platform staff also the unassigned ones.
import { type Device, device } from '@bordee/core/devices/device.ts'
import { notFound } from '@bordee/core/problem.ts'
import { isPlatform } from '@bordee/core/roles.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { jsonOf } from '../engine/db/columns.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { holderId } from '../identity/identity.queries.ts'
import { hasLongGaps } from '../positions/tracks.ts'

/** Also opens the second wall to platform staff: no company can see an unassigned tracker. */
export async function openToStaff({ tx, actor }: Ctx) {
  if (isPlatform(actor.role)) await tx.scope({ companies: actor.companies, account: actor.accountId, platform: true })
}

const visible = (ctx: Ctx) => sql`(
  d.company_id = ${companyOf(ctx)}
  ${isPlatform(ctx.actor.role) ? sql`or d.company_id is null` : sql``})`

const deviceRows = (where: Sql<unknown>) => sql<{ json: Device }>`
  select ${jsonOf(device.shape, 'd', {
    config: sql`json_build_object('interval', d.interval, 'movementSensitivity', d.movement_sensitivity, 'currentFW', d.current_fw)`,
    hasLongGaps: sql`coalesce((
      select ${hasLongGaps}
      from run_tracks t
      where t.company_id = d.company_id and t.source = d.id::text and t.source <> 'phone'
      order by t.id desc
      limit 1), false)`,
    userId: sql`(
      select coalesce(min(${holderId('x')}::text)::uuid, d.account_id)
      from accesses x
      where x.company_id = d.company_id and x.account_id = d.account_id and not x.is_client)`,
  })} as json
  from devices d
  where ${where}
  order by d.company_id nulls first, d.name, d.id`

export const readDevices = (ctx: Ctx) => ctx.tx.jsonList(deviceRows(visible(ctx)))

export async function readDevice(ctx: Ctx, id: string) {
  const found = await ctx.tx.jsonOne(deviceRows(sql`d.id = ${id} and ${visible(ctx)}`))
  if (!found) throw deviceNotFound()
  return found
}

/** After its company was changed: whoever held it may see the result. */
export async function readHeldDevice({ tx }: Ctx, id: string) {
  const found = await tx.jsonOne(deviceRows(sql`d.id = ${id}`))
  if (!found) throw deviceNotFound()
  return found
}

interface Held {
  companyId: string | null
  provider: string
}

/** Locked until the request ends. */
export async function lockDevice(ctx: Ctx, id: string): Promise<Held> {
  const [row] = await ctx.tx.sql<Held>`
    select d.company_id as "companyId", d.provider
    from devices d
    where d.id = ${id} and ${visible(ctx)}
    for update`
  if (!row) throw deviceNotFound()
  return row
}

const deviceNotFound = () => notFound('Appareil')
