// Decides who is alerted, and why the others aren't (docs/product/alerts.md). Preview and send share this query, so
// that they can't disagree.
import { openStates } from '@bordee/core/alerts/delivery-life.ts'
import { longestLife } from '@bordee/core/alerts/ending.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { inStates } from '../engine/db/states.ts'
import type { Aim } from './targets.ts'

export interface Sending {
  companyId: string
  aim: Aim
  text: string
  /** A phone that got this text fewer seconds ago is skipped: counted from when the provider accepted it, not from the press. */
  delay: number
  timeZone: string
  /** Whether the company calls at this hour. */
  areCallsAllowed: boolean
  /** « The truck comes soon » is refused in quiet hours; other alerts wait for their end. */
  isAutomatic: boolean
}

/**
 * Common table expressions that end with `decisions`: every occupant of the aim's sites with `why`, the first reason they
 * aren't alerted, `detail` if that is the hour, `held_until` if they are alerted once their quiet hours end, and `n`, a running
 * count of those who are. Of several occupants with one phone the oldest is
 * alerted.
 */
export function recipientDecisions({ companyId, aim, text, delay, ...hours }: Sending): Sql<unknown> {
  const noService = aim.routeId === null ? sql`` : sql`when not ${isServed(companyId, aim.routeId)} then 'no_common_services'`
  return sql`
    aimed as materialized (${aim.sites}),
    recent_phones as materialized (
      select distinct d.phone
      from alert_sends s
      join alert_deliveries d on d.company_id = s.company_id and d.send_id = s.id
      where s.company_id = ${companyId} and s.message = ${text}
        and s.created_at > now() - greatest(interval '1 day', make_interval(secs => ${delay}))
        and d.status not in ('cancelled', 'failed')
        and (d.status in ${inStates(openStates)} or coalesce(d.accepted_at, s.created_at) > now() - make_interval(secs => ${delay}))),
    occupants_seen as (
      select o.id,
             o.site_id,
             s.client_id,
             o.alert_method as method,
             o.phone,
             o.first_name,
             o.last_name,
             s.name as site_name,
             c.name as client_name,
             q.quiet_end,
             h.detail,
             case
               when t.status = 'inactive' then 'inactive_site'
               when exists (select from unsubscribed_phones u where u.company_id = ${companyId} and u.phone = o.phone) then 'unsubscribed'
               ${noService}
               when o.phone in (select phone from recent_phones) then 'no_double'
               when h.detail is not null then 'other'
             end as reason
      from aimed a
      join occupants o on o.company_id = ${companyId} and o.site_id = a.site_id
      join sites s on s.company_id = ${companyId} and s.id = a.site_id
      join clients c on c.company_id = ${companyId} and c.id = s.client_id
      join site_states t on t.company_id = ${companyId} and t.site_id = a.site_id
      cross join lateral (
        select case when o.quiet_hours is not null then quiet_until(o.quiet_hours, now(), ${hours.timeZone}) end as quiet_end) q
      cross join lateral (select ${refusingHours(hours)} as detail) h),
    occupants_once as (
      select *,
             case
               when reason is null and row_number() over (partition by phone, reason order by id) > 1 then 'no_double'
               else reason
             end as why
      from occupants_seen),
    decisions as materialized (
      select id, site_id, client_id, method, phone, first_name, last_name, site_name, client_name, why,
             case when why = 'other' then detail end as detail,
             case when why is null then quiet_end end as held_until,
             count(*) filter (where why is null) over (order by id) as n
      from occupants_once)`
}

/** Of the occupant `o` whose quiet hours end at `q.quiet_end`: whose hours refuse the alert; null if none do. */
const refusingHours = ({ areCallsAllowed, isAutomatic }: Pick<Sending, 'areCallsAllowed' | 'isAutomatic'>) => sql`
  case
    when q.quiet_end is not null and (${isAutomatic} or q.quiet_end > now() + make_interval(hours => ${longestLife})) then 'quiet'
    when q.quiet_end is null and ${!areCallsAllowed} and o.alert_method = 'call' and o.calls_anytime is null then 'call-hours'
  end`

/** A route without services serves all its sites, as in its own list. */
const isServed = (companyId: string, routeId: string) => sql`(
  not exists (select from route_services v where v.company_id = ${companyId} and v.route_id = ${routeId})
  or s.id in (
    select r.site_id
    from areas r
    join area_services x on x.company_id = r.company_id and x.area_id = r.id
    join route_services v on v.company_id = x.company_id and v.service_id = x.service_id
    where v.company_id = ${companyId} and v.route_id = ${routeId}))`
