// A company's export: one entry per sheet. The columns are defined in core, and an import reads the same ones back.
import { contractContent } from '@bordee/core/contracts/contract.ts'
import { importSheets, type SheetShape } from '@bordee/core/imports/columns.ts'
import {
  accountsSheet,
  bankLinesSheet,
  bulletinsSheet,
  chequesSheet,
  claimFilesSheet,
  claimsSheet,
  collectionNotesSheet,
  companySheet,
  contractPaymentsSheet,
  contractsSheet,
  hoursSheet,
  invoiceLinesSheet,
  invoicePaymentsSheet,
  invoicesSheet,
  occupantsSheet,
  operationsSheet,
  quotesSheet,
  repliesSheet,
  runsSheet,
  serviceStopsSheet,
  visitsSheet,
} from '@bordee/core/imports/export-sheets.ts'
import { requirement } from '@bordee/core/operations/requirement.ts'
import { notFound } from '@bordee/core/problem.ts'
import { runKindNames } from '@bordee/core/runs/run-kind.ts'
import { isKnownHere } from '../accounts/accounts.queries.ts'
import type { Work } from '../engine/ctx.ts'
import { columnsOf, snake } from '../engine/db/columns.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { operationCounts } from '../operations/operations.queries.ts'
import { visitSeconds, visitsInRuns } from '../runs/details.ts'
import { passNumbers } from '../runs/passes.ts'
import { addressText } from '../sites/site-address.ts'

type Row = Record<string, unknown>

interface ExportSheet {
  shape: SheetShape
  table: string
  rows(work: Work, companyId: string): Promise<Row[]>
}

/** The rows of a query whose columns have the names of the shape's fields (`billingStreet` is `billing_street`). */
const sheet = (table: string, shape: SheetShape, query: (companyId: string) => Sql<unknown>): ExportSheet => ({
  table,
  shape,
  async rows({ tx }, companyId) {
    const found = await tx.sql<{ row: Row }>`select to_jsonb(x) as row from (${query(companyId)}) x`
    const columns = shape.columns.map(({ field }) => [field, snake(field)] as const)
    return found.map(({ row }) => Object.fromEntries(columns.map(([field, column]) => [field, row[column]])))
  },
})

/** « 46.81,-71.21 46.82,-71.2 »: a thousand corners fit into a cell, unlike JSON. Precise to a centimetre. */
const corners = (polygon: Sql<unknown>) => sql`(
  select string_agg(trim_scale(round((p->>'lat')::numeric, 7)) || ',' || trim_scale(round((p->>'lng')::numeric, 7)), ' ' order by n)
  from jsonb_array_elements(${polygon}) with ordinality t (p, n))`

/** A line of a template or contract. Its name and description are written where they are not its service's. */
const lineOf = (line: string, service: string) => {
  const own = (column: string) => sql`nullif(${sql.ref(`${line}.${column}`)}, ${sql.ref(`${service}.${column}`)})`
  return sql`
    ${sql.ref(`${service}.name`)} as service_link, ${own('name')} as line_name, ${own('description')} as line_description,
    round(${sql.ref(`${line}.price`)} / 100.0, 2) as service_price, ${sql.ref(`${line}.quantity`)} as service_quantity,
    ${sql.ref(`${line}.pricing`)} as service_pricing, ${bandsOf(`${line}.bands`)} as service_bands,
    ${sql.ref(`${line}.equipment`)} as service_equipment, ${sql.ref(`${line}.material_kind`)} as service_material,
    ${sql.ref(`${line}.material_unit`)} as service_unit`
}

/** « 5 : 40 ; 10 : 60 ; + : 80 ». */
const bandsOf = (column: string) => sql`(
  select string_agg(coalesce(b ->> 'upTo', '+') || ' : ' || trim_scale(round((b ->> 'price')::int / 100.0, 2)), ' ; ' order by n)
  from jsonb_array_elements(${sql.ref(column)}) with ordinality t (b, n))`

/** « 2026-11-01 : 50 % ; 2027-01-15 : 50 % ». */
const instalmentsOf = (rows: Sql<unknown>) => sql`(
  select string_agg(i.payment_date || ' : ' || trim_scale(i.percent) || ' %', ' ; ' order by i.payment_date, i.position) from ${rows})`

/** What a contract stores in its own row. */
const contractColumns = contractContent.omit({ services: true, paymentShedules: true, requirement: true }).shape

const requirementColumns = (table: string) =>
  sql.join(
    Object.keys(requirement.shape).map((key) => sql`${sql.ref(`${table}.requirement`)} -> ${sql.lit(key)} as ${sql.ref(snake(key))}`),
  )

/** « 09:00-21:30; fin de semaine 10:00-18:00 », of a column of the company `c`. */
const weekHours = (column: string) => {
  const hours = sql.ref(`c.${column}`)
  return sql`case when ${hours} is not null then format(
               '%s-%s; fin de semaine %s-%s', ${hours} #>> '{weekday,startAt}', ${hours} #>> '{weekday,endAt}',
               ${hours} #>> '{weekend,startAt}', ${hours} #>> '{weekend,endAt}') end`
}

/** A slice with data to export adds its line. */
export const exportSheets: readonly ExportSheet[] = [
  sheet(
    'companies',
    companySheet,
    (companyId) => sql`
      select c.*, c.lat as latitude, c.lng as longitude, ${corners(sql`c.quote_polygon`)} as quote_territory,
             (select string_agg(${JSON.stringify(runKindNames)}::jsonb ->> kind, ', ')
              from jsonb_array_elements_text(c.operation_warned_run_kinds) kind) as warned_run_kinds,
             (select string_agg(unit, ', ') from jsonb_array_elements_text(c.operation_units) unit) as units,
             ${weekHours('alert_call_hours')} as call_hours, ${weekHours('alert_office_hours')} as office_hours,
             k.address as bulletin_address, k.is_on as bulletin_is_on
      from companies c
      left join bulletin_configs k on k.company_id = c.id
      where c.id = ${companyId}`,
  ),
  sheet(
    'accesses',
    accountsSheet,
    (companyId) => sql`
      select coalesce(x.first_name, a.first_name) as first_name, coalesce(x.last_name, a.last_name) as last_name, x.phone, x.role,
             x.can_dispatch, x.created_at,
             case when ${isKnownHere('x')} then a.email else x.given_to end as email,
             ${isKnownHere('x')} and a.email_verified_at is not null as email_verified,
             (select string_agg(f.name, ' ; ' order by f.name)
              from access_customers s
              join clients f on f.company_id = s.company_id and f.id = s.client_id
              where s.company_id = x.company_id and s.access_id = x.id) as customers,
             (select string_agg(f.name, ' ; ' order by f.name)
              from access_sectors s
              join sectors f on f.company_id = s.company_id and f.id = s.sector_id
              where s.company_id = x.company_id and s.access_id = x.id) as sectors,
             (select string_agg(f.name, ' ; ' order by f.name)
              from access_routes s
              join routes f on f.company_id = s.company_id and f.id = s.route_id
              where s.company_id = x.company_id and s.access_id = x.id) as routes
      from accesses x
      join accounts a on a.id = x.account_id
      where x.company_id = ${companyId}
      order by 2, 1, x.id`,
  ),
  sheet('clients', importSheets.clients, (companyId) => sql`select * from clients where company_id = ${companyId} order by name, id`),
  sheet(
    'sites',
    importSheets.sites,
    (companyId) => sql`
      select s.*, c.number as client_link, s.lat as latitude, s.lng as longitude
      from sites s
      join clients c on c.company_id = s.company_id and c.id = s.client_id
      where s.company_id = ${companyId}
      order by c.name, s.name, s.id`,
  ),
  sheet(
    'areas',
    importSheets.areas,
    (companyId) => sql`
      select a.name, a.notes, ${corners(sql`a.polygon`)} as polygon, a.indicators, c.number as client_link, s.name as site_link,
             (select string_agg(v.name, ' ; ' order by v.name)
              from area_services l
              join services v on v.company_id = l.company_id and v.id = l.service_id
              where l.company_id = a.company_id and l.area_id = a.id) as services
      from areas a
      join sites s on s.company_id = a.company_id and s.id = a.site_id
      join clients c on c.company_id = s.company_id and c.id = s.client_id
      where a.company_id = ${companyId}
      order by c.name, s.name, a.position, a.id`,
  ),
  sheet(
    'occupants',
    occupantsSheet,
    (companyId) => sql`
      select o.*, o.alert_method as communication_method, c.number as client_link, s.name as site_link,
             exists (select from unsubscribed_phones u where u.company_id = o.company_id and u.phone = o.phone) as unsubscribed,
             o.quiet_hours ->> 'startAt' || '-' || (o.quiet_hours ->> 'endAt') as quiet_between,
             (o.calls_anytime ->> 'at')::timestamptz as calls_asked_at, o.calls_anytime ->> 'byName' as calls_asked_by
      from occupants o
      join sites s on s.company_id = o.company_id and s.id = o.site_id
      join clients c on c.company_id = s.company_id and c.id = s.client_id
      where o.company_id = ${companyId}
      order by c.name, s.name, o.last_name, o.first_name, o.id`,
  ),
  sheet(
    'services',
    importSheets.services,
    (companyId) => sql`
      select name, description, color, is_default, default_annual_augmentation / 100.0 as default_annual_augmentation
      from services where company_id = ${companyId} order by name, id`,
  ),
  sheet(
    'routes',
    importSheets.routes,
    (companyId) => sql`
      select r.*, c.number as client_link, s.name as site_link, m.short as message, i.short as initial_message,
             (select string_agg(v.name, ' ; ' order by v.name)
              from route_services l
              join services v on v.company_id = l.company_id and v.id = l.service_id
              where l.company_id = r.company_id and l.route_id = r.id) as services
      from routes r
      left join route_sites p on p.company_id = r.company_id and p.route_id = r.id
      left join sites s on s.company_id = p.company_id and s.id = p.site_id
      left join clients c on c.company_id = s.company_id and c.id = s.client_id
      left join messages m on m.company_id = r.company_id and m.id = r.message_id
      left join messages i on i.company_id = r.company_id and i.id = r.initial_message_id
      where r.company_id = ${companyId}
      order by r.name, r.id, p.sort_order`,
  ),
  sheet(
    'sectors',
    importSheets.sectors,
    (companyId) => sql`
      select s.name, g.name as grouping, ${corners(sql`s.polygon`)} as polygon,
             (select string_agg(c.number || ' / ' || x.name, ' ; ' order by c.number, x.name)
              from sector_sites l
              join sites x on x.company_id = l.company_id and x.id = l.site_id
              join clients c on c.company_id = x.company_id and c.id = x.client_id
              where l.company_id = s.company_id and l.sector_id = s.id) as sites,
             (select string_agg(a.email, ' ; ' order by a.email)
              from access_sectors l
              join accesses x on x.company_id = l.company_id and x.id = l.access_id
              join accounts a on a.id = x.account_id
              where l.company_id = s.company_id and l.sector_id = s.id) as users
      from (select * from sectors where company_id = ${companyId}) s
      -- A grouping without sectors is a separate line.
      full join (select * from sector_groups where company_id = ${companyId}) g on g.id = s.group_id
      order by s.name, s.id, g.name`,
  ),
  sheet(
    'contract_templates',
    importSheets.templates,
    (companyId) => sql`
      select t.*, ${lineOf('l', 'v')}, ${requirementColumns('t')},
             round(t.ceiling_price / 100.0, 2) as ceiling_price, round(t.nsf_fee / 100.0, 2) as nsf_fee,
             (select string_agg(m, ' ; ') from jsonb_array_elements_text(t.payment_methods) m) as payment_methods,
             ${instalmentsOf(sql`template_instalments i where i.company_id = t.company_id and i.template_id = t.id`)} as instalments
      from contract_templates t
      left join template_services l on l.company_id = t.company_id and l.template_id = t.id
      left join services v on v.company_id = l.company_id and v.id = l.service_id
      where t.company_id = ${companyId}
      order by t.name, t.id, l.position`,
  ),
  sheet(
    'contract_services',
    contractsSheet,
    (companyId) => sql`
      select k.contract_number, ${lineOf('l', 'v')}, ${columnsOf(contractColumns, 'k')}, ${requirementColumns('k')}, k.status, k.signed_at,
             coalesce(c.number, k.client_number) as client_link, coalesce(s.name, k.site_name) as site_link,
             coalesce(t.name, k.contract_template_name) as contract_template_link,
             round(k.total_price / 100.0, 2) as total_price, round(k.ceiling_price / 100.0, 2) as ceiling_price,
             round(k.nsf_fee / 100.0, 2) as nsf_fee,
             (select string_agg(m, ' ; ') from jsonb_array_elements_text(k.payment_methods) m) as payment_methods,
             ${instalmentsOf(sql`contract_instalments i where i.company_id = k.company_id and i.contract_id = k.id`)} as instalments,
             (select coalesce(round(sum(p.amount) / 100.0, 2), 0)
              from contract_payments p
              where p.company_id = k.company_id and p.contract_id = k.id and p.deleted_at is null) as paid
      from contracts k
      left join clients c on c.company_id = k.company_id and c.id = k.client_id
      left join sites s on s.company_id = k.company_id and s.id = k.site_id
      left join contract_templates t on t.company_id = k.company_id and t.id = k.contract_template_id
      left join contract_services l on l.company_id = k.company_id and l.contract_id = k.id
      left join services v on v.company_id = l.company_id and v.id = l.service_id
      where k.company_id = ${companyId}
      order by k.contract_number, l.position`,
  ),
  sheet(
    'contract_payments',
    contractPaymentsSheet,
    (companyId) => sql`
      select p.paid_at, p.type, p.was_online, p.movement, p.recorded_by, p.deleted_at, k.contract_number, k.client_name,
             round(p.amount / 100.0, 2) as amount, round(p.kept / 100.0, 2) as kept
      from contract_payments p
      join contracts k on k.company_id = p.company_id and k.id = p.contract_id
      where p.company_id = ${companyId}
      order by p.paid_at, k.contract_number, p.id`,
  ),
  sheet(
    'cheques',
    chequesSheet,
    (companyId) => sql`
      select q.*, round(q.amount / 100.0, 2) as amount, round(q.nsf_fee / 100.0, 2) as nsf_fee, w.client_name, w.contracts,
             d.number as deposit_number, d.deposited_on
      from cheques q
      left join cheque_deposits d on d.company_id = q.company_id and d.id = q.deposit_id
      cross join lateral (
        select min(k.client_name) as client_name,
               string_agg(
                 k.contract_number || '\u00a0: ' || to_char(p.amount / 100.0, 'FM9999990D00'),
                 ' ; ' order by k.contract_number) as contracts
        from contract_payments p
        join contracts k on k.company_id = p.company_id and k.id = p.contract_id
        where p.company_id = q.company_id and p.cheque_id = q.id) w
      where q.company_id = ${companyId}
      order by q.dated, q.created_at, q.id`,
  ),
  sheet(
    'bank_lines',
    bankLinesSheet,
    (companyId) => sql`
      select l.*, round(l.amount / 100.0, 2) as amount, a.name as account_name, w.paid
      from bank_lines l
      join bank_accounts a on a.company_id = l.company_id and a.id = l.account_id
      cross join lateral (
        select string_agg(m.number || '\u00a0: ' || to_char(m.amount / 100.0, 'FM9999990D00'), ' ; ' order by m.number) as paid
        from (
          select k.contract_number as number, p.amount
          from contract_payments p
          join contracts k on k.company_id = p.company_id and k.id = p.contract_id
          where p.company_id = l.company_id and p.bank_line_id = l.id and p.deleted_at is null
          union all
          select i.number, p.amount
          from client_invoice_payments p
          join client_invoices i on i.company_id = p.company_id and i.id = p.invoice_id
          where p.company_id = l.company_id and p.bank_line_id = l.id and p.deleted_at is null) m) w
      where l.company_id = ${companyId}
      order by l.day, l.id`,
  ),
  sheet(
    'client_invoices',
    invoicesSheet,
    (companyId) => sql`
      select i.*, round(i.subtotal / 100.0, 2) as subtotal, round(i.total_price / 100.0, 2) as total_price,
             (select string_agg(format('%s %s $', t ->> 'tax', round((t ->> 'amount')::int / 100.0, 2)), ' ; ' order by n)
              from jsonb_array_elements(i.taxes) with ordinality a (t, n)) as taxes,
             round(r.credited / 100.0, 2) as credited, r.credits,
             round((
               select sum(p.amount) from client_invoice_payments p
               where p.company_id = i.company_id and p.invoice_id = i.id and p.deleted_at is null) / 100.0, 2) as paid
      from client_invoices i
      cross join lateral (
        select sum(r.total_price) as credited, string_agg(r.number, ' ; ' order by r.number) as credits
        from client_invoice_credits r
        where r.company_id = i.company_id and r.invoice_id = i.id) r
      where i.company_id = ${companyId}
      order by i.number, i.created_at, i.id`,
  ),
  sheet(
    'client_invoice_lines',
    invoiceLinesSheet,
    (companyId) => sql`
      select l.*, round(l.price / 100.0, 2) as price, round(l.amount / 100.0, 2) as amount, i.number, i.client_name,
             r.number as credit_number
      from client_invoice_lines l
      join client_invoices i on i.company_id = l.company_id and i.id = l.invoice_id
      left join client_invoice_credits r on r.company_id = l.company_id and r.id = l.credit_id
      where l.company_id = ${companyId}
      order by i.number, i.created_at, i.id, l.position`,
  ),
  sheet(
    'client_invoice_payments',
    invoicePaymentsSheet,
    (companyId) => sql`
      select p.*, round(p.amount / 100.0, 2) as amount, i.number, i.client_name
      from client_invoice_payments p
      join client_invoices i on i.company_id = p.company_id and i.id = p.invoice_id
      where p.company_id = ${companyId}
      order by p.paid_at, i.number, p.id`,
  ),
  sheet(
    'collection_notes',
    collectionNotesSheet,
    (companyId) => sql`
      select n.*, c.name as client_name
      from collection_notes n
      join clients c on c.company_id = n.company_id and c.id = n.client_id
      where n.company_id = ${companyId}
      order by n.created_at, n.id`,
  ),
  sheet(
    'service_stops',
    serviceStopsSheet,
    (companyId) => sql`
      select p.*, c.name as client_name
      from service_stops p
      join clients c on c.company_id = p.company_id and c.id = p.client_id
      where p.company_id = ${companyId}
      order by p.from_day, p.id`,
  ),
  sheet('messages', importSheets.messages, (companyId) => sql`select * from messages where company_id = ${companyId} order by short, id`),
  sheet(
    'unsubscribed_phones',
    importSheets.unsubscribed,
    (companyId) => sql`select phone, since from unsubscribed_phones where company_id = ${companyId} order by phone`,
  ),
  sheet(
    'runs',
    runsSheet,
    (companyId) => sql`
      select r.*, n.name as operation_name, (
        select string_agg(o.name, ', ' order by o.started_at, o.id)
        from run_operators o
        where o.company_id = r.company_id and o.run_id = r.id) as operators
      from runs r
      left join operations n on n.company_id = r.company_id and n.id = r.operation_id
      where r.company_id = ${companyId}
      order by r.started_at, r.id`,
  ),
  sheet(
    'bulletin_posts',
    bulletinsSheet,
    (companyId) => sql`select * from bulletin_posts where company_id = ${companyId} order by created_at, id`,
  ),
  sheet(
    'replies',
    repliesSheet,
    (companyId) => sql`
      select r.*, ${addressText('s')} as site_address, c.name as customer_name, n.name as operation_name,
             nullif(trim(concat_ws(' ', o.first_name, o.last_name)), '') as occupant_name, (
        select string_agg(a.user_name || '\u00a0: ' || a.text, E'\\n' order by a.at, a.id)
        from reply_answers a
        where a.company_id = r.company_id and a.reply_id = r.id) as answers
      from replies r
      left join occupants o on o.company_id = r.company_id and o.id = r.occupant_id
      left join sites s on s.company_id = r.company_id and s.id = r.site_id
      left join clients c on c.company_id = r.company_id and c.id = r.client_id
      left join operations n on n.company_id = r.company_id and n.id = r.operation_id
      where r.company_id = ${companyId}
      order by r.at, r.id`,
  ),
  sheet(
    'claims',
    claimsSheet,
    (companyId) => sql`
      select c.*, round(c.amount_claimed / 100.0, 2) as amount_claimed, round(c.amount_settled / 100.0, 2) as amount_settled
      from claims c
      where c.company_id = ${companyId}
      order by c.happened_at, c.id`,
  ),
  sheet(
    'claim_files',
    claimFilesSheet,
    (companyId) => sql`
      select f.*, c.happened_at, c.claimant
      from claim_files f
      join claims c on c.company_id = f.company_id and c.id = f.claim_id
      where f.company_id = ${companyId}
      order by c.happened_at, c.id, f.created_at, f.id`,
  ),
  sheet(
    'punches',
    hoursSheet,
    (companyId) => sql`
      select p.*, round(m.worked / 60.0, 2) as hours, round(coalesce(p.paid_minutes, m.worked) / 60.0, 2) as paid_hours, (
        select string_agg(h.user_name || '\u00a0: ' || h.reason, E'\\n' order by h.at, h.id)
        from punch_changes h
        where h.company_id = p.company_id and h.punch_id = p.id and h.reason is not null) as changes
      from punches p
      cross join lateral (
        select floor(extract(epoch from p.ended_at) / 60) - floor(extract(epoch from p.started_at) / 60) as worked) m
      where p.company_id = ${companyId} and p.removed_at is null
      order by p.started_at, p.id`,
  ),
  sheet(
    'operations',
    operationsSheet,
    (companyId) => sql`
      select o.*, ${operationCounts.runsCount} as runs_count, ${operationCounts.passesCount} as passes_count,
             ${operationCounts.depth} as depth, (
        select string_agg(n.text, E'\\n' order by n.at)
        from operation_notes n
        where n.company_id = o.company_id and n.operation_id = o.id) as notes
      from operations o
      where o.company_id = ${companyId}
      order by o.opened_at, o.id`,
  ),
  sheet(
    'run_visits',
    visitsSheet,
    (companyId) => sql`
      select v.started_at, v.finished_at, ${visitSeconds} as seconds, s.customer_name, s.site_name, s.site_address,
             a.name as area_name, o.name as operator, r.route_name, r.unit, p.number as pass_number,
             case when r.operation_id is not null then r.kind end as kind
      from ${visitsInRuns}
      left join (${passNumbers(sql`r.company_id = ${companyId}`)}) p on p.stop_id = s.id
      where v.company_id = ${companyId}
      order by v.started_at, v.id`,
  ),
  sheet(
    'quote_requests',
    quotesSheet,
    (companyId) => sql`
      select q.*, q.lat as latitude, q.lng as longitude, ${corners(sql`q.polygon`)} as polygon, c.number as client_link
      from quote_requests q
      left join clients c on c.company_id = q.company_id and c.id = q.client_id
      where q.company_id = ${companyId}
      order by q.submitted_at, q.id`,
  ),
]

export async function readExported({ tx }: Work, companyId: string): Promise<{ name: string; timeZone: string }> {
  const [company] = await tx.sql<{ name: string; timeZone: string }>`
    select name, time_zone as "timeZone" from companies where id = ${companyId}`
  if (!company) throw notFound('Compagnie')
  return company
}
