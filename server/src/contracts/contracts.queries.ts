// The contracts an actor may see, and their JSON.
import {
  type Contract,
  type ContractInGrid,
  type ContractRow,
  contract,
  contractInGrid,
  contractRow,
} from '@bordee/core/contracts/contract.ts'
import { signedStates } from '@bordee/core/contracts/contract-life.ts'
import { notFound } from '@bordee/core/problem.ts'
import { todayIn } from '@bordee/core/time.ts'
import type { Ctx, Work } from '../engine/ctx.ts'
import { jsonOf } from '../engine/db/columns.ts'
import type { PiecedList } from '../engine/db/pieces.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { inStates } from '../engine/db/states.ts'
import { visibleClients } from '../folders/visible-folders.ts'
import { dollars } from '../templates/service-lines.ts'

/**
 * The office sees its company's contracts. A client sees those of their own folders, in all their companies, except
 * drafts and contracts archived while they were drafts.
 */
export function visibleContracts(ctx: Ctx, k: string, { drafts = false } = {}): Sql<boolean> {
  const { actor } = ctx
  const [companyId, clientId, status, isUnseen] = ['company_id', 'client_id', 'status', 'is_unseen'].map((column) =>
    sql.ref(`${k}.${column}`),
  )
  if (actor.role !== 'client') return sql`${companyId} = ${actor.companyId}`
  return sql`(
    ${companyId} = any(${actor.companies}::uuid[])
    and ${drafts ? sql`true` : sql`${status} <> 'draft'`}
    and not ${isUnseen}
    and exists (select from clients f where f.company_id = ${companyId} and f.id = ${clientId} and ${visibleClients(ctx, 'f')}))`
}

interface Narrowed {
  excludeDrafts?: boolean | undefined
  clientId?: string | undefined
}
export const narrowed = ({ excludeDrafts, clientId }: Narrowed) => sql<boolean>`
  (${!excludeDrafts} or k.status <> 'draft') and (${clientId === undefined} or k.client_id = ${clientId ?? null}::uuid)`

/** The newest first. Pieces carry only what the grid shows. */
export const contractList = (asked: Narrowed): PiecedList<ContractInGrid> => ({
  order: { 'k.created_at': 'timestamptz', 'k.id': 'uuid' },
  descending: true,
  from: (ctx) => sql`contracts k where ${visibleContracts(ctx, 'k')} and ${narrowed(asked)}`,
  rows: (ctx, ids) =>
    rowsOf<ContractInGrid>(sql`k.id in (select unnest(${ids}::uuid[])) and ${visibleContracts(ctx, 'k')}`, contractInGrid.shape),
})

export const contractRows = (ctx: Ctx, where: Sql<unknown>) =>
  rowsOf<ContractRow>(sql`${visibleContracts(ctx, 'k')} and ${where}`, contractRow.shape)

export const wholeContracts = (where: Sql<unknown>) => rowsOf<Contract>(where, contract.shape)

type Shape = typeof contract.shape | typeof heldShape | typeof contractRow.shape | typeof contractInGrid.shape

/** Of the contract `k` with the payments `p`. */
const overpaidOf = sql`greatest(0, case k.status
        when 'canceled' then coalesce(p.paid_by_card - p.kept, 0)
        else coalesce(p.paid - p.kept, 0) - k.total_price end)`

/** The instalments of the contracts in `chosen`, and what is left of each after the sums in `payments`. */
const dues = sql`
      select i.*,
             due_date(i.payment_date, k.signed_at, c.time_zone) as due_date,
             greatest(0, least(
               i.amount,
               sum(i.amount) over (partition by i.contract_id order by i.payment_date, i.position)
                 - greatest(0, coalesce(p.paid, 0))))::int as amount_left
      from contract_instalments i
      join chosen k on k.company_id = i.company_id and k.id = i.contract_id
      left join companies c on c.id = i.company_id
      left join payments p on p.contract_id = i.contract_id`

/**
 * What is left of each instalment of a company's contracts, and once per contract what was paid beyond it, by client. Of a
 * canceled one only that: nothing more is owed.
 */
export const openInstalments = (companyId: string): Sql<unknown> => sql`
  with chosen as materialized (
    select k.*
    from contracts k
    where k.company_id = ${companyId} and (k.status in ${inStates(signedStates)} or k.status = 'canceled')),
  payments as (
    select p.contract_id, sum(p.amount) as paid, sum(p.amount) filter (where p.was_online) as paid_by_card, sum(p.kept) as kept
    from contract_payments p
    join chosen k on k.company_id = p.company_id and k.id = p.contract_id
    where p.deleted_at is null
    group by p.contract_id),
  dues as (${dues})
  select k.id, k.contract_number as number, k.client_id, k.client_name, d.due_date, d.amount_left, 0 as overpaid
  from dues d
  join chosen k on k.company_id = d.company_id and k.id = d.contract_id
  where d.amount_left > 0 and k.status <> 'canceled'
  union all
  select k.id, k.contract_number, k.client_id, k.client_name, coalesce(k.start_at, k.created_at::date), 0, ${overpaidOf}::int
  from chosen k
  join payments p on p.contract_id = k.id
  where ${overpaidOf} > 0`

/**
 * Selects a column `json` shaped like `shape`, for the contracts `k` that match `where`. Payments fill instalments in
 * order, as in core/src/contracts/contract-money.ts; a test compares the two.
 */
function rowsOf<T>(where: Sql<unknown>, shape: Shape) {
  const instalment = 'paymentShedules' in shape ? shape.paymentShedules.element.shape : contract.shape.paymentShedules.element.shape
  return sql<{ json: T }>`
    with chosen as materialized (
      select k.*
      from contracts k
      where ${where}),
    lines as (
      select l.contract_id,
             json_agg(${jsonOf(shape.services.element.shape, 'l', { price: dollars('l.price') })} order by l.position) as services
      from contract_services l
      join chosen k on k.company_id = l.company_id and k.id = l.contract_id
      group by l.contract_id),
    payments as (
      select p.contract_id,
             sum(p.amount) as paid,
             sum(p.amount) filter (where p.was_online) as paid_by_card,
             sum(p.kept) as kept,
             json_agg(${jsonOf(contract.shape.payments.element.shape, 'p', {
               fieldId: sql`p.id`,
               editable: sql`not p.was_online and p.cheque_id is null and p.bank_line_id is null`,
               refundable: sql`case when p.was_online and p.movement = 'payment' then (
                 select greatest(0, sum(m.amount))
                 from contract_payments m
                 where m.company_id = p.company_id and m.payment_id = p.provider_id and m.deleted_at is null) else 0 end`,
             })} order by p.paid_at, p.created_at, p.id) as payments
      from contract_payments p
      join chosen k on k.company_id = p.company_id and k.id = p.contract_id
      where p.deleted_at is null
      group by p.contract_id),
    dues as (${dues}),
    schedules as (
      select d.contract_id,
             sum(d.amount_left) as amount_left,
             min(d.due_date) filter (where d.amount_left > 0) as next_due_date,
             min(d.payment_date) as first_payment_date,
             json_agg(${jsonOf(instalment, 'd')} order by d.payment_date, d.position) as instalments
      from dues d
      group by d.contract_id)
    select ${jsonOf(shape, 'k', {
      services: sql`coalesce(l.services, '[]')`,
      payments: sql`coalesce(p.payments, '[]')`,
      paymentShedules: sql`coalesce(s.instalments, '[]')`,
      amountLeft: sql`coalesce(s.amount_left, 0)`,
      firstPaymentDate: sql`s.first_payment_date`,
      nextDueDate: sql`s.next_due_date`,
      overpaidAmount: overpaidOf,
      companyLogo: sql`(select o.logo from contract_logos o where o.company_id = k.company_id and o.id = k.company_logo_id)`,
      isAlertsActive: sql`coalesce(c.alert_is_active, false)`,
      isOnlinePaymentPossible: sql`coalesce(
        c.contract_is_online_payment_active and a.charges_enabled and k.payment_methods ? 'credit_card'
        and k.status in ${inStates(signedStates)}, false)`,
      transferCode: sql`case when k.payment_methods ? 'interact' then (
        select o.code from client_codes o where o.company_id = k.company_id and o.client_id = k.client_id) end`,
      site: sql`case when k.site_street is not null then ${jsonOf(siteShape, 'k')} end`,
    })} as json
    from chosen k
    left join companies c on c.id = k.company_id
    left join payment_accounts a on a.company_id = k.company_id
    left join lines l on l.contract_id = k.id
    left join payments p on p.contract_id = k.id
    left join schedules s on s.contract_id = k.id
    order by k.created_at desc, k.id desc`
}
const siteShape = contract.shape.site.unwrap().shape

/** Without the logo: five hundred locked contracts would each carry the one they share. */
const heldShape = contract.omit({ companyLogo: true }).shape

/** A contract as the rules see it. */
export interface Held extends Omit<Contract, 'companyLogo'> {
  clientType: string
  openedVersion: number | null
  openedBy: string | null
  /** The folder's current e-mail: the reader of the one on the contract may no longer belong to the folder. */
  folderEmail: string | null
  companyState: string | null
  companyCountry: string | null
  companyLogoId: string | null
  siteAreas: { name: string; polygon: { lat: number; lng: number }[] }[]
  timeZone: string
  /** In the company's time zone. */
  today: string
  isModuleActive: boolean
}

/** With its logo. */
export interface Printable extends Held {
  companyLogo: string | null
}

/** 404 if this actor may not see it. */
export async function readContract(ctx: Ctx, id: string) {
  const found = await ctx.tx.jsonOne(wholeContracts(sql`k.id = ${id} and ${visibleContracts(ctx, 'k')}`))
  if (!found) throw notFound('Contrat')
  return found
}

/**
 * Locks until the request ends: of two people acting on a contract, the second sees what the first did. 404 for all
 * if this actor may not see one of them.
 */
export async function lockContracts(ctx: Ctx, ids: readonly string[]): Promise<Held[]> {
  const wanted = [...new Set(ids)]
  const rows = await ctx.tx.sql<{ id: string }>`
    select k.id from contracts k where k.id = any(${wanted}::uuid[]) and ${visibleContracts(ctx, 'k')} order by k.id for update`
  if (rows.length !== wanted.length) throw notFound('Contrat')
  return heldContracts(ctx, wanted)
}

export async function lockContract(ctx: Ctx, id: string): Promise<Held> {
  const [held] = await lockContracts(ctx, [id])
  if (!held) throw notFound('Contrat')
  return held
}

/** Reads in its own transaction: printing holds no lock and no connection. 404 for all if one may not be seen. */
export async function printableContracts(ctx: Ctx, ids: readonly string[]): Promise<Printable[]> {
  const wanted = [...new Set(ids)]
  return ctx.aside(async (work) => {
    const own = { ...ctx, tx: work.tx }
    const seen = await work.tx.sql`select from contracts k where k.id = any(${wanted}::uuid[]) and ${visibleContracts(own, 'k')}`
    if (seen.length !== wanted.length) throw notFound('Contrat')
    return withLogos(own, await heldContracts(own, wanted))
  })
}

export async function withLogos({ tx }: Pick<Work, 'tx'>, contracts: readonly Held[]): Promise<Printable[]> {
  const ids = contracts.flatMap(({ companyLogoId }) => companyLogoId ?? [])
  const rows = await tx.sql<{ id: string; logo: string }>`select id, logo from contract_logos where id = any(${ids}::uuid[])`
  const logos = new Map(rows.map(({ id, logo }) => [id, logo]))
  return contracts.map((held) => ({ ...held, companyLogo: logos.get(held.companyLogoId ?? '') ?? null }))
}

/** The signed PDF, byte for byte. None if the contract is unsigned, or signed on paper. */
export async function signedFile(ctx: Ctx, { id, companyId, signedAt }: Held): Promise<Uint8Array | undefined> {
  if (!signedAt) return undefined
  const [signed] = await ctx.aside(
    ({ tx }) =>
      tx.sql<{ pdf: Buffer }>`select s.pdf from contract_signatures s where s.company_id = ${companyId} and s.contract_id = ${id}`,
  )
  return signed?.pdf
}

/** For contracts the caller has locked, or only reads. In the order given. */
export async function heldContracts({ tx, now }: Pick<Work, 'tx' | 'now'>, ids: readonly string[]): Promise<Held[]> {
  if (ids.length === 0) return []
  const found = await tx.rows(rowsOf<Omit<Contract, 'companyLogo'>>(sql`k.id = any(${ids}::uuid[])`, heldShape))
  const more = await tx.sql<Pick<Held, 'id'> & Omit<Held, keyof Contract | 'today'>>`
    select k.id, k.client_type as "clientType", k.opened_version as "openedVersion", k.opened_by as "openedBy", f.email as "folderEmail",
           k.company_state as "companyState", k.company_country as "companyCountry", k.company_logo_id as "companyLogoId",
           k.site_areas as "siteAreas",
           c.time_zone as "timeZone", c.contract_is_active as "isModuleActive"
    from contracts k
    join companies c on c.id = k.company_id
    left join clients f on f.company_id = k.company_id and f.id = k.client_id
    where k.id = any(${ids}::uuid[])`
  const [contracts, others] = [new Map(found.map(({ json }) => [json.id, json])), new Map(more.map((one) => [one.id, one]))]
  return ids.flatMap((id) => {
    const [held, other] = [contracts.get(id), others.get(id)]
    return held && other ? [{ ...held, ...other, today: todayIn(other.timeZone, now) }] : []
  })
}
