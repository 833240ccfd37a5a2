// Reads a night and writes the automatic bulletins of the company and of its areas.
import { computeBulletin, type Night } from '@bordee/core/bulletins/automatic.ts'
import { usualSentences } from '@bordee/core/bulletins/bulletin.ts'
import { type Computed, currentPost, verdictOf } from '@bordee/core/bulletins/current.ts'
import type { RunKind } from '@bordee/core/runs/run-kind.ts'
import { siteStates } from '../board/site-states.ts'
import type { Work } from '../engine/ctx.ts'
import { type Area, lockBulletins, readAreas, readLastPosts, readSettings } from './bulletins.queries.ts'

/** How long an operation stays « terminée » after it has closed. */
const endedHours = 24

/** Every stop that is done changes the share done: while an operation is open, it is counted again this often. */
export const countedMs = 4 * 60_000

/** Writes what has changed; the scope is the company’s. */
export async function writeAutomatic(work: Work, companyId: string) {
  const { tx, now } = work
  await lockBulletins(work, companyId)
  const settings = await readSettings(work, companyId)
  if (!settings?.isOn || !settings.isAutomatic) return
  const areas = await readAreas(work, companyId)
  const { nights, lookAt } = await readNights(work, companyId, areas)
  const posts = await readLastPosts(work, companyId)
  const looks = lookAt ? [lookAt] : []
  let hasWritten = false
  for (const area of [null, ...areas]) {
    const night = nights.get(area?.id ?? null)
    if (!night) continue
    const computed = computeBulletin(night, settings.sentences, usualSentences)
    const current = currentPost(posts, area?.id ?? null)
    const verdict = verdictOf(computed, current, now)
    if (verdict.write === 'later') looks.push(verdict.at)
    else if (verdict.write === 'same-state' && current && current.areaId === (area?.id ?? null)) {
      await tx.sql`
        update bulletin_posts set text = ${computed.text}, updated_at = ${now} where company_id = ${companyId} and id = ${current.id}`
      hasWritten = true
    } else if (verdict.write !== 'nothing') {
      await insertAutomatic(work, companyId, area, computed)
      hasWritten = true
    }
  }
  await tx.sql`
    update bulletin_configs
    set computed_at = ${now}, look_again_at = ${earliest(looks)}
    where company_id = ${companyId}`
  if (hasWritten) work.publish(companyId, { topic: 'bulletins' })
}

const earliest = (looks: readonly Date[]) => looks.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null

const insertAutomatic = ({ tx, now }: Work, companyId: string, area: Area | null, { state, text }: Computed) => tx.sql`
  insert into bulletin_posts (company_id, sector_id, grouping_id, area_name, state, text, is_automatic, created_at, updated_at)
  values (${companyId}, ${area && !area.isGrouping ? area.id : null}, ${area?.isGrouping ? area.id : null}, ${area?.name ?? null},
          ${state}, ${text}, true, ${now}, ${now})`

/** By area, null for the whole company; and when to look again. */
async function readNights({ tx, now }: Work, companyId: string, areas: readonly Area[]) {
  const operations = await tx.sql<{ id: string; closedAt: Date | null }>`
    select id, closed_at as "closedAt"
    from operations
    where company_id = ${companyId} and (closed_at is null or closed_at > ${now}::timestamptz - make_interval(hours => ${endedHours}))
    order by opened_at`
  const open = operations.filter(({ closedAt }) => closedAt === null)
  const parts: OfOperation[] = []
  for (const { id } of open) parts.push(...(await readOperation(tx, companyId, id)))
  const hasBegun = parts.some(({ runs }) => runs.length > 0)
  const nights = [null, ...areas.map(({ id }) => id)].map((areaId): [string | null, Night] => [
    areaId,
    {
      isOpen: open.length > 0,
      hasJustEnded: operations.length > open.length,
      hasBegun,
      ...together(parts.filter((part) => part.areaId === areaId)),
    },
  ])
  const lastEnd = Math.max(0, ...operations.map(({ closedAt }) => closedAt?.getTime() ?? 0))
  const lookAt = open.length > 0 ? now.getTime() + countedMs : lastEnd && lastEnd + endedHours * 3_600_000
  return { nights: new Map(nights), lookAt: lookAt ? new Date(lookAt) : null }
}

interface OfOperation {
  areaId: string | null
  sites: Night['sites']
  runs: { kind: RunKind; stops: number; endedAt: string | null }[]
}

function together(parts: readonly OfOperation[]): Pick<Night, 'underWay' | 'lastKind' | 'sites'> {
  const sites = { total: 0, done: 0, partial: 0 }
  const underWay: Night['underWay'] = {}
  let last: { kind: RunKind; endedAt: string } | undefined
  for (const part of parts) {
    for (const key of ['total', 'done', 'partial'] as const) sites[key] += part.sites[key]
    for (const { kind, stops, endedAt } of part.runs)
      if (endedAt === null) underWay[kind] = (underWay[kind] ?? 0) + stops
      else if (!last || last.endedAt < endedAt) last = { kind, endedAt }
  }
  return { sites, underWay, lastKind: last?.kind ?? null }
}

/** One row per area that has sites in it. */
const readOperation = (tx: Work['tx'], companyId: string, operationId: string) => tx.sql<OfOperation>`
  with ${siteStates({ companyId, operationId })},
  run_stops as materialized (
    select n.id as run_id, n.kind, s.site_id, coalesce(n.handed_over_at, n.finished_at) as ended_at
    from operation_runs n
    join run_sites s on s.company_id = ${companyId} and s.run_id = n.id
    where n.is_taken and s.site_id is not null),
  area_sites as materialized (
    select null::uuid as area_id, site_id from board_sites
    union
    select null, site_id from run_stops
    union
    select a.sector_id, m.site_id
    from bulletin_areas a
    join sector_members m on m.company_id = a.company_id and m.sector_id = a.sector_id
    where a.company_id = ${companyId}
    union
    select a.grouping_id, m.site_id
    from bulletin_areas a
    join sectors s on s.company_id = a.company_id and s.group_id = a.grouping_id
    join sector_members m on m.company_id = s.company_id and m.sector_id = s.id
    where a.company_id = ${companyId}),
  site_counts as (
    select a.area_id,
           json_build_object(
             'total', count(*) filter (where b.state <> 'unneeded'),
             'done', count(*) filter (where b.state = 'done'),
             'partial', count(*) filter (where b.state = 'partial')) as sites
    from area_sites a
    join board_sites b on b.site_id = a.site_id
    group by a.area_id),
  run_counts as (
    select area_id, json_agg(json_build_object('kind', kind, 'stops', stops, 'endedAt', ended_at)) as runs
    from (
      select a.area_id, r.run_id, r.kind, r.ended_at, count(*) as stops
      from area_sites a
      join run_stops r on r.site_id = a.site_id
      group by a.area_id, r.run_id, r.kind, r.ended_at) x
    group by area_id)
  select s.area_id as "areaId", s.sites, coalesce(r.runs, '[]') as runs
  from site_counts s
  left join run_counts r on r.area_id is not distinct from s.area_id`
