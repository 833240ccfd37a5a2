// What to fix before the first snowfall, in one statement: what is checked, and what is wrong with it.
import { contractLife, signedStates } from '@bordee/core/contracts/contract-life.ts'
import { notFound } from '@bordee/core/problem.ts'
import { mostLines, type SeasonLine, type SeasonReport, seasonChecks, seasonLine, seasonScore } from '@bordee/core/season/season-check.ts'
import { bankCoverage } from '../bank/coverage.ts'
import type { Work } from '../engine/ctx.ts'
import { jsonOf } from '../engine/db/columns.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { inStates } from '../engine/db/states.ts'
import { isDriverless } from '../runs/route-drivers.ts'
import { addressText } from '../sites/site-address.ts'

type Looking = Pick<Work, 'tx' | 'now'>

export async function readSeasonCheck(work: Looking, companyId: string): Promise<SeasonReport> {
  const [found] = await work.tx.sql<Omit<SeasonReport, 'score'>>`
    with ${seasonLines(companyId, work.now)},
    listed as (
      select *, row_number() over (partition by "check" order by ignored_reason is not null, title, id) as place from season_lines)
    select coalesce((select json_agg(${jsonOf(seasonLine.shape, 'l', { customerId: sql`l.client_id` })} order by l."check", l.place)
                     from listed l
                     where l.place <= ${mostLines}), '[]') as lines,
           (select json_agg(json_build_object('check', t."check", 'total', t.n, 'open', w.open, 'ignored', w.ignored))
            from totals t
            cross join lateral (
              select (count(*) filter (where l.ignored_reason is null))::int as open,
                     (count(*) filter (where l.ignored_reason is not null))::int as ignored
              from season_lines l
              where l."check" = t."check") w
            where t.n > 0) as checks`
  const checks = (found?.checks ?? []).toSorted((a, b) => seasonChecks.indexOf(a.check) - seasonChecks.indexOf(b.check))
  return { score: seasonScore(checks), checks, lines: found?.lines ?? [] }
}

/** The lines that nobody ignores and the owner hasn't been told of; from now on they have. */
export async function takeNews(work: Looking, companyId: string): Promise<Pick<SeasonLine, 'check' | 'title'>[]> {
  const news = await work.tx.sql<Pick<SeasonLine, 'check' | 'title'>>`
    with ${seasonLines(companyId, work.now)},
    told as (
      insert into season_told (company_id, line)
      select ${companyId}, line from season_lines where ignored_reason is null
      on conflict do nothing
      returning line)
    select l."check", l.title from season_lines l join told t on t.line = l.line order by l."check", l.title, l.id`
  return news
}

/** 404 unless it is a line of today, or one that was ignored. */
export async function requireLine(work: Looking, companyId: string, line: string) {
  const [known] = await work.tx.sql`
    with ${seasonLines(companyId, work.now)}
    select from season_lines l where l.line = ${line}
    union all
    select from season_ignored i where i.company_id = ${companyId} and i.line = ${line}`
  if (!known) throw notFound('Ligne')
}

/** As the crow flies. A driver has reasons for some detours, and for short ones. */
const muchLonger = 1.3
const fewestMetres = 1000

/** « 12,4 km ». */
const kilometres = (metres: Sql<unknown>) => sql`replace(round(${metres} / 1000.0, 1)::text, '.', ',') || '\u00a0km'`

/** Ends with `season_lines`, a row per problem, and `totals`, how many things each check has looked at. */
const seasonLines = (companyId: string, now: Date): Sql<unknown> => sql`
  company as materialized (
    select c.id, c.alert_is_active as alerts, c.contract_is_active as contracts, c.geolocation_is_active as fleet,
           (${now}::timestamptz at time zone c.time_zone)::date as today
    from companies c
    where c.id = ${companyId}),
  active_sites as materialized (
    select s.id, s.client_id, ${addressText('s')} as address, f.name as customer, s.lat is not null as is_placed
    from site_states t
    join sites s on s.company_id = t.company_id and s.id = t.site_id
    join clients f on f.company_id = s.company_id and f.id = s.client_id
    where t.company_id = ${companyId} and t.status <> 'inactive'),
  held as materialized (
    select k.id, k.client_id, k.site_id, k.contract_number, k.client_name, k.status, k.total_price, k.requirement
    from contracts k
    cross join company c
    where k.company_id = ${companyId} and c.contracts and k.status not in ('canceled', 'declined')
      and (k.end_at is null or k.end_at >= c.today or k.status = 'unpaid')),
  promised as materialized (
    select s.*
    from active_sites s
    cross join company c
    where c.fleet and s.id in (select site_id from held where status in ${inStates(signedStates)})),
  routed as materialized (
    select m.site_id, count(*) as n, string_agg(r.name, ', ' order by r.name) as names
    from route_sites m
    join routes r on r.company_id = m.company_id and r.id = m.route_id
    where m.company_id = ${companyId}
    group by m.site_id),
  in_sectors as materialized (
    select distinct m.site_id from sector_members m where m.company_id = ${companyId}),
  warned as materialized (
    select distinct o.site_id
    from occupants o
    where o.company_id = ${companyId}
      and not exists (select from unsubscribed_phones u where u.company_id = o.company_id and u.phone = o.phone)),
  failing as materialized (
    select d.phone
    from alert_deliveries d
    join alert_sends a on a.company_id = d.company_id and a.id = d.send_id and a.purpose <> 'line'
    where d.company_id = ${companyId} and d.status in ('failed', 'accepted', 'delivered') 
      and d.created_at > ${now}::timestamptz - interval '1 year'
    group by d.phone
    having count(*) filter (where d.status = 'failed') >= 3
      and max(d.created_at) filter (where d.status = 'failed')
        > coalesce(max(d.created_at) filter (where d.status <> 'failed'), '-infinity')),
  bank as materialized (
    select b.* from company c cross join lateral (${bankCoverage(companyId, sql`c.today`)}) b
    where c.alerts and exists (select from alert_lots l where l.company_id = c.id)),
  problems ("check", id, client_id, title, detail) as (
    select 'site-without-route', s.id, s.client_id, s.address, s.customer
    from promised s
    where not exists (select from routed r where r.site_id = s.id)
    union all
    select 'site-on-two-routes', s.id, s.client_id, s.address, r.names
    from promised s
    join routed r on r.site_id = s.id and r.n > 1
    union all
    select 'site-not-placed', s.id, s.client_id, s.address, s.customer
    from active_sites s
    where not s.is_placed
    union all
    select 'site-without-area', s.id, s.client_id, s.address, s.customer
    from active_sites s
    cross join company c
    where c.fleet and not exists (select from areas a where a.company_id = ${companyId} and a.site_id = s.id)
    union all
    select 'site-outside-sectors', s.id, s.client_id, s.address, s.customer
    from active_sites s
    cross join company c
    where c.alerts and s.is_placed and exists (select from in_sectors) and s.id not in (select site_id from in_sectors)
    union all
    select 'site-nobody-to-warn', s.id, s.client_id, s.address, s.customer
    from active_sites s
    cross join company c
    where c.alerts and s.id in (select site_id from in_sectors) and s.id not in (select site_id from warned)
    union all
    select 'phone-failing', o.id, s.client_id, coalesce(nullif(concat_ws(' ', o.first_name, o.last_name), ''), o.phone), s.address
    from failing f
    join occupants o on o.company_id = ${companyId} and o.phone = f.phone
    join active_sites s on s.id = o.site_id
    union all
    select case k.status when 'unpaid' then 'contract-unpaid' when 'draft' then 'contract-draft' else 'contract-unsigned' end,
           k.id, k.client_id, k.contract_number, k.client_name
    from held k
    where k.status = 'unpaid' or k.status in ${inStates(['draft', ...contractLife.from('accept')])}
    union all
    select 'contract-free', k.id, k.client_id, k.contract_number, k.client_name
    from held k
    where k.total_price = 0 and k.status <> 'draft'
    union all
    select 'contract-without-requirement', k.id, k.client_id, k.contract_number, k.client_name
    from held k
    where k.status in ${inStates(signedStates)} and not exists (select from jsonb_each(k.requirement) v where v.value <> 'null')
    union all
    select 'route-without-driver', r.id, null, r.name, ''
    from routes r
    cross join company c
    where r.company_id = ${companyId} and c.fleet and ${isDriverless}
    union all
    select 'route-too-long', r.id, null, r.name,
           ${kilometres(sql`l.metres`)} || '; ordre plus court\u00a0: ' || ${kilometres(sql`l.shortest_metres`)}
    from route_lengths l
    join routes r on r.company_id = l.company_id and r.id = l.route_id
    cross join company c
    where l.company_id = ${companyId} and c.fleet
      and l.metres > ${muchLonger}::float8 * l.shortest_metres and l.metres > l.shortest_metres + ${fewestMetres}
    union all
    select 'bank-too-small', ${companyId}::uuid, null, b.amount || ' / ' || b.everybody, ''
    from bank b
    where b.amount < b.everybody
    union all
    select 'template-without-account', t.id, null, t.name, ''
    from contract_templates t
    cross join company c
    where t.company_id = ${companyId} and c.contracts and t.payment_methods ? 'credit_card'
      and not exists (select from payment_accounts a where a.company_id = ${companyId} and a.charges_enabled)
    union all
    select 'tracker-silent', d.id, null, d.name, ''
    from devices d
    cross join company c
    where d.company_id = ${companyId} and c.fleet and d.active
      and coalesce(d.last_connection, d.assigned_at) < ${now}::timestamptz - interval '1 month'),
  season_lines as materialized (
    select p.*, p."check" || ':' || p.id as line, i.reason as ignored_reason
    from problems p
    left join season_ignored i on i.company_id = ${companyId} and i.line = p."check" || ':' || p.id),
  counts as materialized (
    select (select count(*) from promised) as promised,
           (select count(*) from active_sites) as sites,
           (select count(*) from active_sites where is_placed) as placed,
           (select count(*) from occupants where company_id = ${companyId}) as occupants,
           (select count(*) from held) as held,
           (select count(*) from routes where company_id = ${companyId}) as routes,
           (select count(*) from route_lengths where company_id = ${companyId}) as measured,
           (select count(*) from contract_templates where company_id = ${companyId}) as templates,
           (select count(*) from devices where company_id = ${companyId} and active) as devices,
           (select count(*) from bank) as banks,
           (select count(*) from in_sectors) as in_sectors),
  totals as (
    select t."check", t.n::int
    from counts n
    cross join company c
    cross join lateral (values
      ('site-without-route', n.promised),
      ('site-on-two-routes', n.promised),
      ('site-not-placed', n.sites),
      ('site-without-area', case when c.fleet then n.sites else 0 end),
      ('site-outside-sectors', case when c.alerts and n.in_sectors > 0 then n.placed else 0 end),
      ('site-nobody-to-warn', case when c.alerts then n.in_sectors else 0 end),
      ('phone-failing', case when c.alerts then n.occupants else 0 end),
      ('contract-draft', n.held),
      ('contract-unsigned', n.held),
      ('contract-unpaid', n.held),
      ('contract-free', n.held),
      ('contract-without-requirement', n.held),
      ('route-without-driver', case when c.fleet then n.routes else 0 end),
      ('route-too-long', case when c.fleet then n.measured else 0 end),
      ('bank-too-small', n.banks),
      ('template-without-account', case when c.contracts then n.templates else 0 end),
      ('tracker-silent', case when c.fleet then n.devices else 0 end)) t ("check", n))`
