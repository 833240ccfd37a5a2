// What happened in a client's folder, newest first, gathered from where it is recorded.
import { phoneCallKindNames } from '@bordee/core/callers/phone-call.ts'
import { type TimelineEntry, type TimelineKind, timelineEntry } from '@bordee/core/callers/timeline.ts'
import { claimKindNames, claimStateNames } from '@bordee/core/claims/claim.ts'
import { historyNames, moneyEvents } from '@bordee/core/contracts/contract-life.ts'
import { notDoneReasonNames } from '@bordee/core/runs/run.ts'
import { runKindNames } from '@bordee/core/runs/run-kind.ts'
import { materialNames, surfaceNames } from '@bordee/core/runs/work.ts'
import { lineName, pressedKeyNames } from '@bordee/core/voice-line/line.ts'
import { hasLeft } from '../alerts/history.ts'
import { wordFor } from '../board/journal.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { jsonOf } from '../engine/db/columns.ts'
import type { PiecedList } from '../engine/db/pieces.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { inStates } from '../engine/db/states.ts'
import { passNumbers } from '../runs/passes.ts'
import { addressText } from '../sites/site-address.ts'

export const timelineOf = (clientId: string, kind: TimelineKind | undefined): PiecedList<TimelineEntry> => ({
  order: { 'e.at': 'timestamptz', 'e.id': 'uuid' },
  descending: true,
  from: (ctx) => sql`(${entries(ctx, clientId)}) e where ${ofKind(kind)}`,
  rows: (ctx, ids) => timelineRows(ctx, clientId, sql`e.id in (select unnest(${ids}::uuid[]))`),
})

export const wholeTimeline = (ctx: Ctx, clientId: string, kind: TimelineKind | undefined) => timelineRows(ctx, clientId, ofKind(kind))

const ofKind = (kind: TimelineKind | undefined) => (kind === undefined ? sql`true` : sql`e.kind = ${kind}`)

const timelineRows = (ctx: Ctx, clientId: string, where: Sql<unknown>) => sql<{ json: TimelineEntry }>`
  select ${jsonOf(timelineEntry.shape, 'e', {
    photoIds: photosOf(companyOf(ctx)),
    siteAddress: sql`(select ${addressText('s')} from sites s where s.company_id = ${companyOf(ctx)} and s.id = e.site_id)`,
  })} as json
  from (${entries(ctx, clientId)}) e
  where ${where}
  order by e.at desc, e.id desc`

/** Of the entry with alias `e`: of a pass by its stop's run and site, of damage by its report, of the state before winter by the day. */
const photosOf = (companyId: string) => sql`coalesce((
    select json_agg(p.id order by p.taken_at, p.id)
    from (
      select p.id, p.taken_at
      from photos p
      where e.kind in ('pass', 'damage', 'condition') and p.company_id = ${companyId} and p.deleted_at is null
        and p.site_id = e.site_id and p.kind = case e.kind when 'pass' then 'mark' else e.kind end
        and case e.kind
          when 'pass' then p.run_id = (select s.run_id from run_sites s where s.company_id = ${companyId} and s.id = e.id)
          when 'damage' then p.mark_id = e.id
          else p.taken_at::date = e.at::date end
      order by p.taken_at, p.id
      limit 8) p), '[]')`

/** A request that was made by phone is the call, and a send to several of the client's sites one entry. */
function entries(ctx: Ctx, clientId: string) {
  const companyId = companyOf(ctx)
  const ownSite = (column: string) =>
    sql`${sql.ref(column)} in (select id from sites where company_id = ${companyId} and client_id = ${clientId})`
  return sql`
    select p.id, p.at, case p.kind when 'request' then 'request' when 'noted' then 'note' else 'call' end as kind,
           ${wordFor(sql`p.kind`, phoneCallKindNames)} as title, p.text, p.is_urgent, p.site_id, p.user_name,
           null::uuid as contract_id, q.operation_id, null::uuid as claim_id
    from phone_calls p
    left join site_requests q on q.company_id = p.company_id and q.id = p.request_id
    where p.company_id = ${companyId} and p.client_id = ${clientId}
    union all
    select q.id, q.at, 'request', ${phoneCallKindNames.request}, q.note, q.is_urgent, q.site_id, q.user_name, null, q.operation_id, null
    from site_requests q
    where q.company_id = ${companyId} and ${ownSite('q.site_id')}
      and not exists (select from phone_calls p where p.company_id = q.company_id and p.request_id = q.id)
    union all
    select s.id, s.decided_at, 'pass', ${passTitle}, ${passText}, false, s.site_id,
           (select o.name
            from run_operators o
            where o.company_id = s.company_id and o.run_id = s.run_id
            order by o.started_at
            limit 1),
           null, r.operation_id, null
    from run_sites s
    join runs r on r.company_id = s.company_id and r.id = s.run_id
    left join (${passNumbers(sql`r.company_id = ${companyId} and ${ownSite('s.site_id')}`)}) n on n.stop_id = s.id
    where s.company_id = ${companyId} and ${ownSite('s.site_id')} and s.decided_at is not null and s.state <> 'todo'
    union all
    select d.id, d.at, 'damage', 'Dommage', d.note, false, s.site_id, d.user_name, null, r.operation_id, null
    from run_damages d
    join run_sites s on s.company_id = d.company_id and s.id = d.run_site_id
    join runs r on r.company_id = d.company_id and r.id = d.run_id
    where d.company_id = ${companyId} and ${ownSite('s.site_id')}
    union all
    select (array_agg(p.id order by p.taken_at, p.id))[1], min(p.taken_at), 'condition', 'État des lieux', null, false, p.site_id,
           (array_agg(p.author order by p.taken_at, p.id))[1], null, null, null
    from photos p
    where p.company_id = ${companyId} and p.kind = 'condition' and p.deleted_at is null and ${ownSite('p.site_id')}
    group by p.site_id, p.taken_at::date
    union all
    select a.id, a.created_at, 'alert', ${alertTitle}, max(coalesce(d.message, a.message)), false,
           case when count(distinct d.site_id) = 1 then min(d.site_id::text)::uuid end, a.sent_by_name, null, a.operation_id, null
    from alert_deliveries d
    join alert_sends a on a.company_id = d.company_id and a.id = d.send_id and a.purpose <> 'line'
    where d.company_id = ${companyId} and d.client_id = ${clientId}
    group by a.id, a.created_at, a.sent_by_name, a.operation_id
    union all
    select d.id, d.created_at, 'call', ${lineTitle}, d.message, false, d.site_id,
           nullif(concat_ws(' ', d.first_name, d.last_name), ''), null, a.operation_id, null
    from alert_deliveries d
    join alert_sends a on a.company_id = d.company_id and a.id = d.send_id and a.purpose = 'line'
    where d.company_id = ${companyId} and d.client_id = ${clientId}
    union all
    select h.id, h.created_at, case when h.event in ${inStates(moneyEvents)} then 'payment' else 'contract' end,
           concat_ws(' · ', 'Contrat ' || k.contract_number, ${wordFor(sql`h.event`, historyNames)}),
           h.detail, false, k.site_id, h.user_email, k.id, null, null
    from contract_history h
    join contracts k on k.company_id = h.company_id and k.id = h.contract_id
    where h.company_id = ${companyId} and k.client_id = ${clientId}
    union all
    select w.id, w.at, 'note', case when w.is_required then 'Requis' else 'Non requis' end, w.reason,
           false, w.site_id, w.user_name, null, w.operation_id, null
    from operation_sites w
    where w.company_id = ${companyId} and ${ownSite('w.site_id')}
    union all
    select c.id, c.happened_at, 'claim', ${claimTitle}, c.description, false, c.site_id, c.user_name, null, null, c.id
    from claims c
    where c.company_id = ${companyId} and c.client_id = ${clientId}`
}

/** « 2e passage · Complet · Unité 7 », as in core/src/runs/pass.ts. */
const passTitle = sql`concat_ws(' · ',
             case s.state when 'not-done' then 'Pas fait' when 'partial' then 'Fait en partie' else
               coalesce(n.number || case n.number when 1 then 'er' else 'e' end || ' passage', 'Passage') end,
             case when r.operation_id is not null then ${wordFor(sql`r.kind`, runKindNames)} end,
             'Unité ' || r.unit)`

/** « Chute · Paule Roy · Ouverte ». */
const claimTitle = sql`concat_ws(' · ', ${wordFor(sql`c.kind`, claimKindNames)}, c.claimant, ${wordFor(sql`c.state`, claimStateNames)})`

const lineTitle = sql`concat_ws(' · ', ${lineName}::text, ${wordFor(sql`d.pressed_keys`, pressedKeyNames)})`

/** « Sel, 20 kg »: as core's materialWords. */
const spreadText = sql`case when a.material_kind = 'none' then 'Aucun matériau' when a.material_kind is not null then
               concat_ws(', ', ${wordFor(sql`a.material_kind`, materialNames)},
                 trim_scale(a.material_quantity) || case a.material_unit when 'bag' then ' sac(s)' else ' kg' end) end`

/** What the driver said last. */
const passText = sql`(
             select nullif(concat_ws(' · ', case when a.inspection then 'Inspection, rien à faire' end,
               ${wordFor(sql`a.reason`, notDoneReasonNames)}, ${wordFor(sql`a.surface`, surfaceNames)}, ${spreadText}, a.note), '')
             from run_areas x
             join run_area_actions a on a.company_id = x.company_id and a.run_area_id = x.id
             where x.company_id = s.company_id and x.run_site_id = s.id and a.type <> 'mark_as_todo'
             order by a.at desc, a.id desc
             limit 1)`

const alertTitle = sql`case count(*) filter (where ${hasLeft})
             when 0 then 'Alerte non envoyée'
             when 1 then 'Alerte à 1 occupant'
             else 'Alerte à ' || count(*) filter (where ${hasLeft}) || ' occupants' end`
