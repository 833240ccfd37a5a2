// What a caller asks about one site: tonight's passes, when the truck comes, alerts, the contract.
import { type SiteSheet, sheetPass } from '@bordee/core/callers/call-sheet.ts'
import { expectedRange } from '@bordee/core/callers/expected-range.ts'
import type { ContractRow } from '@bordee/core/contracts/contract.ts'
import { isSigned } from '@bordee/core/contracts/contract-life.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { snowSince } from '@bordee/core/operations/due.ts'
import { noRequirement, type Requirement, requirementOf } from '@bordee/core/operations/requirement.ts'
import { notFound } from '@bordee/core/problem.ts'
import { among } from '@bordee/core/roles.ts'
import type { IsoDate } from '@bordee/core/time.ts'
import { forecastBoard, noForecast } from '../board/forecasts.ts'
import { type OfOperation, siteStates } from '../board/site-states.ts'
import { contractRows } from '../contracts/contracts.queries.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { jsonOf } from '../engine/db/columns.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { inStates } from '../engine/db/states.ts'
import { lastReasons } from '../operations/reasons.ts'
import { addressText } from '../sites/site-address.ts'
import { currentNight, inMilliseconds, lastCompletePass, type Night, requirementInForce, sectorsWithReadings } from './current-night.ts'
import { latestCalls } from './phone-calls.ts'

const mostAlerts = 3
const mostCalls = 3
/** A range in quarters of an hour needs no newer forecast; the board reads one every thirty seconds. */
const forecastSeconds = 60

type Computed = 'operation' | 'reason' | 'reasonNote' | 'expected' | 'deadline' | 'isLate' | 'triggerDepth' | 'snowSince' | 'contract'

interface SheetRow extends Omit<SiteSheet, Computed> {
  why: Pick<SiteSheet, 'reason' | 'reasonNote'> | null
  requirement: Requirement | null
  sectorIds: string[]
  lastPass: number | null
  today: IsoDate
}

export async function readSheet(ctx: Ctx, siteId: string): Promise<SiteSheet> {
  const companyId = companyOf(ctx)
  const night = await currentNight(ctx, companyId)
  const of = night && { companyId, operationId: night.id, siteIds: [siteId] }
  const [row] = await ctx.tx.sql<SheetRow>`${sheetRow(companyId, siteId, of, night?.readings ?? [])}`
  if (!row) throw notFound('Point de service')
  const { requirement, sectorIds, lastPass, why, today, ...sheet } = row
  const isWaiting = night?.closedAt === null && (sheet.state === 'left' || sheet.state === 'redo')
  const forecast = night && isWaiting ? await forecastBoard(ctx, { companyId, operationId: night.id }, night, forecastSeconds) : noForecast
  const own = forecast.sites.find((site) => site.siteId === siteId)
  const range = own?.servedAt ? expectedRange(own.servedAt, ctx.now.getTime()) : null
  const terms = night && requirementOf(requirement && { ...noRequirement, ...requirement }, night.defaults)
  return {
    ...sheet,
    reason: why?.reason ?? null,
    reasonNote: why?.reasonNote ?? null,
    operation: night && { id: night.id, kind: night.kind, name: night.name, openedAt: night.openedAt, closedAt: night.closedAt },
    expected: range && { from: new Date(range.from).toISOString(), to: new Date(range.to).toISOString() },
    deadline: own?.deadline ? new Date(own.deadline).toISOString() : null,
    isLate: own?.isLate ?? false,
    triggerDepth: terms ? terms.triggerDepth : (requirement?.triggerDepth ?? null),
    snowSince: night && snowSince(inMilliseconds(night), { lastPass, sectorIds }),
    contract: await contractOf(ctx, siteId, today),
  }
}

const sheetRow = (companyId: string, siteId: string, of: OfOperation | null, readings: Night['readings']): Sql<SheetRow> => sql`
  ${of ? sql`with ${siteStates(of)}` : sql``}
  select s.id as "siteId",
         s.name as "siteName",
         ${addressText('s')} as "siteAddress",
         c.id as "customerId",
         c.name as "customerName",
         c.phone,
         s.notes,
         t.status = 'active' as "isActive",
         array(
           select r.name
           from route_sites m
           join routes r on r.company_id = m.company_id and r.id = m.route_id
           where m.company_id = s.company_id and m.site_id = s.id
           order by r.name) as "routeNames",
         ${of ? inOperation(of) : outsideOfOperations},
         ${alertsOfSite} as alerts,
         ${latestCalls(companyId, sql`p.site_id = ${siteId}`, mostCalls)} as "phoneCalls",
         m.today::text as today,
         ${requirementInForce} as requirement,
         ${sectorsWithReadings(readings)} as "sectorIds"
  from sites s
  join clients c on c.company_id = s.company_id and c.id = s.client_id
  join site_states t on t.company_id = s.company_id and t.site_id = s.id
  cross join lateral (select (now() at time zone time_zone)::date as today from companies where id = s.company_id) m
  ${of ? sql`left join board_sites b on b.site_id = s.id` : sql``}
  where s.company_id = ${companyId} and s.id = ${siteId}`

/** With alias `b` for the state of the site in its current round. */
const inOperation = ({ companyId, operationId }: OfOperation) => sql`
         b.state,
         b.decided_at as "decidedAt",
         coalesce(b.is_requested, false) as "isRequested",
         case when b.state in ('redo', 'partial') then (
           select json_build_object('reason', w.reason, 'reasonNote', w.note)
           from (${lastReasons(companyId, sql`${operationId}`)}) w
           where w.site_id = s.id) end as why,
         coalesce((
           select json_agg(${jsonOf(sheetPass.shape, 'p')} order by p.pass_number)
           from (
             select d.id, n.kind, n.unit, d.decided_at as at,
                    row_number() over (order by d.decided_at, d.id) as pass_number,
                    (select o.name
                     from run_operators o
                     where o.company_id = ${companyId} and o.run_id = n.id
                     order by o.started_at
                     limit 1) as user_name
             from stops d
             join operation_runs n on n.id = d.run_id
             where d.state = 'done') p), '[]') as passes,
         ${lastCompletePass} as "lastPass"`

const outsideOfOperations = sql`
         null as state, null as "decidedAt", false as "isRequested", null as why, '[]'::json as passes, null as "lastPass"`

const alertsOfSite = sql`coalesce((
           select json_agg(json_build_object('id', d.id, 'at', d.accepted_at, 'name', d.name, 'phone', d.phone, 'text', d.text,
                                             'callOutcome', d.call_outcome)
                           order by d.accepted_at desc, d.id)
           from (
             select d.id, d.accepted_at, d.phone, d.call_outcome, nullif(concat_ws(' ', d.first_name, d.last_name), '') as name,
                    coalesce(d.message, a.message) as text
             from alert_deliveries d
             join alert_sends a on a.company_id = d.company_id and a.id = d.send_id and a.purpose <> 'line'
             where d.company_id = s.company_id and d.client_id = s.client_id and d.site_id = s.id and d.accepted_at is not null
               and d.status in ${inStates(['accepted', 'delivered'])}
             order by d.accepted_at desc
             limit ${mostAlerts}) d), '[]')`

/** The one in force, or else the latest, for users who may see contracts. */
async function contractOf(ctx: Ctx, siteId: string, today: string): Promise<SiteSheet['contract']> {
  const { who } = contractCalls.listContracts
  if (!ctx.actor.modules.contracts || who === 'anyone' || who === 'signed-in' || !among(who, ctx.actor.role)) return null
  const rows = await ctx.tx.sql<{ json: ContractRow }>`${contractRows(ctx, sql`k.site_id = ${siteId} and k.status <> 'canceled'`)}`
  const contracts = rows.map(({ json }) => json)
  const found =
    contracts.find(({ status, startAt, endAt }) => isSigned(status) && startAt && endAt && startAt <= today && today <= endAt) ??
    contracts[0]
  if (!found) return null
  const { id, contractNumber, status, endAt, totalPrice } = found
  const owed = isSigned(status) ? found.paymentShedules : []
  return {
    id,
    contractNumber,
    status,
    endAt,
    totalPrice,
    amountLeft: sumOf(owed),
    overdueAmount: sumOf(owed.filter(({ dueDate }) => dueDate < today)),
  }
}

const sumOf = (instalments: readonly { amountLeft: number }[]) => instalments.reduce((sum, { amountLeft }) => sum + amountLeft, 0)
