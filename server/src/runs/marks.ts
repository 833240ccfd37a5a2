// Areas marked done or not done, by an operator on site or by the office.
import { notFound } from '@bordee/core/problem.ts'
import { dispatches } from '@bordee/core/roles.ts'
import { type AreaAction, areaAction, type MarkType, type NotDoneReason } from '@bordee/core/runs/run.ts'
import { asStored, type Material, type Surface } from '@bordee/core/runs/work.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { jsonOf } from '../engine/db/columns.ts'
import { sql } from '../engine/db/sql.ts'
import { newId } from '../engine/db/writing.ts'
import { fixClockOffset, isTooLate, type ReportedTime, reportedAt } from './clocks.ts'
import { updateCompletion } from './completion.ts'
import {
  accountName,
  disprovesSilentQuit,
  type LockedRun,
  lockPresence,
  lockRun,
  notJoined,
  runOver,
  takeBackSilentQuit,
} from './operators.ts'
import { warnLater } from './warnings.ts'

interface Mark extends ReportedTime {
  runId: string
  /** All areas of this site; `siteAreaId` marks a single one. */
  runSiteId?: string
  siteAreaId?: string
  type: MarkType
  id?: string | null | undefined
  reason?: NotDoneReason | null | undefined
  note?: string | null | undefined
  surface?: Surface | null | undefined
  material?: Material | null | undefined
  inspection?: boolean | null | undefined
}

/** Returns every mark on the site. */
export async function mark(
  ctx: Ctx,
  { runId, runSiteId, siteAreaId, type, id, reason, note, surface, material, inspection, ...told }: Mark,
) {
  const companyId = companyOf(ctx)
  await lockPresence(ctx, companyId, ctx.actor.accountId)
  const run = await lockRun(ctx, runId)
  const areas = await ctx.tx.sql<{ id: string; runSiteId: string }>`
    select id, run_site_id as "runSiteId"
    from run_areas
    where company_id = ${companyId} and run_id = ${runId}
      and (id = ${siteAreaId ?? null} or run_site_id = ${runSiteId ?? null})`
  const [first] = areas
  if (!first) throw notFound(siteAreaId ? 'Zone' : 'Point de service')
  const at = await momentOf(ctx, run, told)
  const operatorId = run.operator?.id ?? null
  const spread = material ? asStored(material) : null
  const made = await ctx.tx.sql<{ areaId: string }>`
    insert into run_area_actions (
      company_id, run_id, run_area_id, operator_id, user_name, request_id, type, reason, note, at,
      surface, material_kind, material_quantity, material_unit, inspection)
    select ${companyId}, ${runId}, x.id, ${operatorId}, ${accountName}, ${id ?? (await newId(ctx.tx))}, ${type},
           ${type === 'mark_as_done' ? null : (reason ?? null)}, ${note ?? null}, ${at},
           ${surface ?? null}, ${spread?.kind ?? null}, ${spread?.quantity ?? null}::numeric, ${spread?.unit ?? null},
           ${type === 'mark_as_done' && inspection === true}
    from unnest(${areas.map((area) => area.id)}::uuid[]) x (id)
    join accounts a on a.id = ${ctx.actor.accountId}
    on conflict (company_id, run_area_id, request_id) do nothing
    returning run_area_id as "areaId"`
  if (made.length > 0)
    await noteMarks(
      ctx,
      run,
      at,
      made.map(({ areaId }) => areaId),
    )
  return ctx.tx.jsonList(areaActions(companyId, sql`x.run_site_id = ${first.runSiteId}`))
}

/** When the mark applies. Office and operators may correct a run for some days after its end; throws later. */
export async function momentOf(ctx: Ctx, run: LockedRun, told: ReportedTime): Promise<Date> {
  const { operator, finishedAt } = run
  const isOffice = dispatches(ctx.actor.role)
  if (!operator && !isOffice) throw notJoined()
  if (finishedAt && isTooLate(finishedAt, ctx.now)) throw runOver()
  const { at, offset } = reportedAt(told, ctx.now, operator?.offset)
  if (operator && operator.offset === null && offset !== null) await fixClockOffset(ctx, companyOf(ctx), operator.id, offset)
  const moment = new Date(Math.max(at.getTime(), run.startedAt.getTime()))
  if (operator?.silentQuitAt && !operator.isPresent && disprovesSilentQuit(moment.getTime(), operator.silentQuitAt.getTime())) {
    const who = { companyId: companyOf(ctx), runId: run.id, operatorId: operator.id, accountId: ctx.actor.accountId }
    if (await takeBackSilentQuit(ctx, who)) return moment
  }
  if (!isOffice && finishedAt && moment > finishedAt) throw runOver()
  return moment
}

async function noteMarks(ctx: Ctx, { id: runId, operator }: LockedRun, at: Date, areaIds: readonly string[]) {
  const companyId = companyOf(ctx)
  await updateCompletion(ctx, companyId, runId, areaIds)
  await ctx.tx.sql`
    update runs set last_sign_at = greatest(last_sign_at, ${at}) where company_id = ${companyId} and id = ${runId} and finished_at is null`
  if (operator)
    await ctx.tx.sql`
      update run_operators
      set last_acted_at = greatest(last_acted_at, ${at})
      where company_id = ${companyId} and id = ${operator.id}`
  await warnLater(ctx, companyId, runId, at)
  ctx.publish(companyId, { topic: 'runs', runId })
}

/** Of the mark with that alias. */
const materialJson = (mark: string) => {
  const column = (name: string) => sql.ref(`${mark}.${name}`)
  return sql`case when ${column('material_kind')} is not null then json_build_object(
    'kind', ${column('material_kind')}, 'quantity', ${column('material_quantity')}::float8, 'unit', ${column('material_unit')}) end`
}

/** The marks that match `where` (alias `m` for marks, `x` for their areas), in time order. */
export const areaActions = (companyId: string, where: ReturnType<typeof sql>) => sql<{ json: AreaAction }>`
  select ${jsonOf(areaAction.shape, 'm', {
    runSiteId: sql`x.run_site_id`,
    runSiteAreaId: sql`m.run_area_id`,
    markId: sql`m.request_id`,
    material: materialJson('m'),
  })} as json
  from run_area_actions m
  join run_areas x on x.company_id = m.company_id and x.id = m.run_area_id
  where m.company_id = ${companyId} and ${where}
  order by m.at, m.created_at, m.id`
