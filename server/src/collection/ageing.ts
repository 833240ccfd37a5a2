// What clients owe by how late it is: one balance, of the same figures as contracts and invoices show.
import {
  type AgedClient,
  agedAmounts,
  ageOf,
  type ClientAgeing,
  clientAgeing,
  openStop,
  type Receivable,
  type ServiceStop,
  sumOfAges,
} from '@bordee/core/collection/ageing.ts'
import { notFound } from '@bordee/core/problem.ts'
import { type IsoDate, todayIn } from '@bordee/core/time.ts'
import { openInvoices } from '../client-invoices/client-invoices.queries.ts'
import { openInstalments } from '../contracts/contracts.queries.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { jsonOf } from '../engine/db/columns.ts'
import { type Sql, sql } from '../engine/db/sql.ts'

type OpenItem = Omit<Receivable, 'age'> & { key: string; clientId: string | null; clientName: string; overpaid: number }

interface Known {
  clientId: string
  waitingCheques: number
  followUpOn: string | null
  stops: ServiceStop[]
}

export async function dayOf({ tx, now }: Pick<Ctx, 'tx' | 'now'>, companyId: string): Promise<IsoDate> {
  const [company] = await tx.sql<{ zone: string }>`select time_zone as zone from companies where id = ${companyId}`
  return todayIn(company?.zone ?? 'America/Toronto', now)
}

/** Of all clients, or one. Nothing of it was overpaid or is left: it isn't listed, unless there is a note or a stop. */
export async function agedClients(ctx: Ctx, clientId?: string): Promise<{ day: IsoDate; clients: (AgedClient & { items: OpenItem[] })[] }> {
  const companyId = companyOf(ctx)
  const day = await dayOf(ctx, companyId)
  const narrowed = clientId === undefined ? sql`true` : sql`o.client_id = ${clientId}`
  const items = await ctx.tx.rows(sql<OpenItem>`
    select o.kind, o.id, o.number, o.due_date::text as "dueDate", o.amount_left as "amountLeft", o.overpaid,
           o.client_id as "clientId", o.client_name as "clientName", coalesce(o.client_id::text, o.client_name) as key
    from (
      select 'contract' as kind, d.* from (${openInstalments(companyId)}) d
      union all
      select 'invoice', i.* from (${openInvoices(companyId)}) i) o
    where ${narrowed}
    order by o.due_date, o.number`)
  const known = new Map((await knownOf(ctx, companyId, clientId)).map((one) => [one.clientId, one]))
  const names = await clientsOf(ctx, companyId, [...new Set([...items.flatMap((item) => item.clientId ?? []), ...known.keys()])])
  const byClient = Map.groupBy(items, ({ key }) => key)
  for (const id of known.keys()) if (!byClient.has(id)) byClient.set(id, [])
  const clients = [...byClient].map(([id, own]) => {
    const aged = own.map((item) => ({ ...item, age: ageOf(item.dueDate, day) }))
    const sums = agedAmounts(aged)
    const overpaid = own.reduce((all, item) => all + item.overpaid, 0)
    const { waitingCheques = 0, followUpOn = null, stops = [] } = known.get(id) ?? {}
    const client = names.get(id)
    return {
      id,
      clientId: client?.id ?? null,
      clientName: client?.name ?? own[0]?.clientName ?? '',
      clientNumber: client?.number ?? null,
      ...sums,
      overpaid,
      balance: sumOfAges(sums) - overpaid,
      waitingCheques,
      followUpOn,
      stoppedFrom: openStop(stops, day)?.fromDay ?? null,
      items: own,
    }
  })
  return { day, clients: clients.toSorted((a, b) => b.balance - a.balance || a.clientName.localeCompare(b.clientName, 'fr-CA')) }
}

async function clientsOf({ tx }: Ctx, companyId: string, ids: readonly string[]) {
  const rows = await tx.sql<{ id: string; name: string; number: string | null }>`
    select id, name, number from clients where company_id = ${companyId} and id = any(${ids}::uuid[])`
  return new Map(rows.map((row) => [row.id, row]))
}

const stopShape = clientAgeing.shape.stops.element.shape

const ofClient = (alias: string, clientId: string | undefined): Sql<boolean> =>
  clientId === undefined ? sql<boolean>`true` : sql<boolean>`${sql.ref(`${alias}.client_id`)} = ${clientId}`

/** What is known of clients besides what they owe. */
const knownOf = ({ tx }: Ctx, companyId: string, clientId: string | undefined) =>
  tx.rows(sql<Known>`
    with cheque_sums as (
      select k.client_id, sum(p.amount)::int as amount
      from contract_payments p
      join cheques q on q.company_id = p.company_id and q.id = p.cheque_id and q.state in ('held', 'deposited')
      join contracts k on k.company_id = p.company_id and k.id = p.contract_id
      where p.company_id = ${companyId} and p.deleted_at is null and k.client_id is not null and ${ofClient('k', clientId)}
      group by k.client_id),
    latest_notes as (
      select distinct on (n.client_id) n.client_id, n.follow_up_on
      from collection_notes n
      where n.company_id = ${companyId} and ${ofClient('n', clientId)}
      order by n.client_id, n.created_at desc, n.id),
    stops as (
      select s.client_id, json_agg(${jsonOf(stopShape, 's')} order by s.from_day desc, s.created_at desc) as list
      from service_stops s
      where s.company_id = ${companyId} and ${ofClient('s', clientId)}
      group by s.client_id)
    select c.id as "clientId", coalesce(q.amount, 0) as "waitingCheques", n.follow_up_on::text as "followUpOn",
           coalesce(s.list, '[]') as stops
    from clients c
    left join cheque_sums q on q.client_id = c.id
    left join latest_notes n on n.client_id = c.id
    left join stops s on s.client_id = c.id
    where c.company_id = ${companyId} and (q.client_id is not null or n.client_id is not null or s.client_id is not null)`)

/** 404 if the client isn't the company's. */
export async function clientAgeingOf(ctx: Ctx, clientId: string): Promise<ClientAgeing> {
  const companyId = companyOf(ctx)
  const { day, clients } = await agedClients(ctx, clientId)
  const [client] = await ctx.tx.sql<Pick<ClientAgeing, 'clientName' | 'clientNumber' | 'clientPhone' | 'clientEmail'>>`
    select name as "clientName", number as "clientNumber", phone as "clientPhone", email as "clientEmail"
    from clients
    where company_id = ${companyId} and id = ${clientId}`
  if (!client) throw notFound('Client')
  const own = clients.find((one) => one.id === clientId)
  const nothing = { ...agedAmounts([]), overpaid: 0, balance: 0, waitingCheques: 0, followUpOn: null, stoppedFrom: null }
  const { items, ...sums } = own ?? { id: clientId, ...nothing, items: [] as OpenItem[] }
  const { notes, stops } = clientAgeing.shape
  const lists = await ctx.tx.row(sql<Pick<ClientAgeing, 'notes' | 'stops'>>`
    select coalesce((
             select json_agg(${jsonOf(notes.element.shape, 'n')} order by n.created_at desc, n.id)
             from collection_notes n
             where n.company_id = ${companyId} and n.client_id = ${clientId}), '[]') as notes,
           coalesce((
             select json_agg(${jsonOf(stops.element.shape, 's')} order by s.from_day desc, s.created_at desc)
             from service_stops s
             where s.company_id = ${companyId} and s.client_id = ${clientId}), '[]') as stops`)
  const receivables = items
    .filter(({ amountLeft }) => amountLeft > 0)
    .map(({ kind, id, number, dueDate, amountLeft }) => ({ kind, id, number, dueDate, amountLeft, age: ageOf(dueDate, day) }))
  return { ...sums, ...client, clientId, receivables, notes: lists?.notes ?? [], stops: lists?.stops ?? [] }
}
