// Proposes what closed operations bring, and keeps what was proposed up to date with its sources (docs/product/billables.md).
import type { Proof } from '@bordee/core/billables/billable.ts'
import { billableLife } from '@bordee/core/billables/billable-life.ts'
import { type KnownLine, reconcile, type Said, type Step } from '@bordee/core/billables/reconciling.ts'
import { type BillableSource, beyondSources, sourcesOf } from '@bordee/core/billables/sources.ts'
import { seasonOfYear } from '@bordee/core/operations/season.ts'
import type { Work } from '../engine/ctx.ts'
import { insertMany, updateMany } from '../engine/db/bulk.ts'
import { snake } from '../engine/db/columns.ts'
import { sql } from '../engine/db/sql.ts'
import { inStates, state } from '../engine/db/states.ts'
import { type Season, seasonIn } from '../operations/snowfall.ts'
import { type Operation, readContracts, readOperations, readWork, type SiteContract } from './facts.ts'

/** Taken before lines are proposed, changed or put on an invoice: of two at once, the second finds what the first did. */
export const lockBillables = ({ tx }: Pick<Work, 'tx'>, companyId: string) =>
  tx.sql`select pg_advisory_xact_lock(hashtextextended(${`billables:${companyId}`}, 0))`

/** Those of some closed operations, or of all that are closed in the season; what goes beyond ceilings always of the whole season. */
export async function proposeBillables(work: Work, companyId: string, year: number, operationIds?: readonly string[]) {
  await lockBillables(work, companyId)
  const season = await seasonIn(work, companyId, year)
  const operations = await readOperations(work, companyId, season)
  const contracts = await readContracts(work, companyId, season)
  const scope = operations.filter(({ id, isClosed }) => isClosed && (operationIds?.includes(id) ?? true))
  const sources = await readSources(work, { companyId, season, operations, contracts, scope })
  const known = await readKnown(work, companyId, { season, scope, keys: sources.map(({ key }) => key) })
  await write(work, companyId, reconcile(sources, known), new Map(contracts.map((one) => [one.contractId, one])))
}

interface Asked {
  companyId: string
  season: Season
  operations: readonly Operation[]
  contracts: readonly SiteContract[]
  scope: readonly Operation[]
}

async function readSources(work: Work, { companyId, season, operations, contracts, scope }: Asked): Promise<BillableSource[]> {
  const priced = contracts.filter(({ lines }) => lines.length > 0)
  const limited = contracts.filter(({ ceiling }) => ceiling !== null)
  const lines = await readWork(work, { companyId, season, operations: scope, contracts: priced })
  const ceilings = await readWork(work, { companyId, season, operations: operations.filter(({ isSnow }) => isSnow), contracts: limited })
  const closed = new Set(operations.filter(({ isClosed }) => isClosed).map(({ id }) => id))
  return [
    ...[...lines].flatMap(([contract, work]) => work.flatMap((one) => sourcesOf(contract, one))),
    ...[...ceilings].flatMap(([contract, work]) => beyondSources(contract, work).filter((source) => closed.has(source.operationId))),
  ]
}

interface Stored extends KnownLine {
  operationId: string
  proof: Proof
  adjustsId: string | null
  contractId: string
}

/**
 * The lines of these operations, of those that are gone, and what goes beyond ceilings in the season. An archived contract, a site
 * that is gone and an operation that was opened again leave their lines as they are.
 */
async function readKnown(
  { tx }: Work,
  companyId: string,
  { season, scope, keys }: { season: Season; scope: readonly Operation[]; keys: readonly string[] },
): Promise<Stored[]> {
  const { from, to } = seasonOfYear(season.year)
  const rows = await tx.sql<Omit<Stored, 'adjustments'>>`
    with lines as (
      select b.*
      from billables b
      join contracts k on k.company_id = b.company_id and k.id = b.contract_id
      left join operations o on o.company_id = b.company_id and o.id = b.operation_id
      where b.company_id = ${companyId} and b.adjusts_id is null and k.status <> 'canceled' and k.site_id is not null
        and not (${isElsewhere(scope)})
        and (b.source_key = any(${keys}::text[])
          or b.operation_id = any(${scope.map(({ id }) => id)}::uuid[])
          or (b.day between ${from}::date and ${to}::date and (o.id is null or (b.kind = 'beyond' and o.closed_at is not null)))))
    select b.id, b.source_key as key, b.state, b.amount, b.operation_id as "operationId", b.proof, b.adjusts_id as "adjustsId",
           b.contract_id as "contractId", b.decided_at is not null as "isDecided",
           json_build_object('description', b.source_description, 'quantity', b.source_quantity::float8,
                             'price', b.source_price, 'amount', b.source_amount) as source
    from billables b
    where b.company_id = ${companyId}
      and (b.id in (select id from lines) or b.adjusts_id in (select id from lines))
    order by b.created_at, b.id`
  const adjustments = Map.groupBy(rows, ({ adjustsId }) => adjustsId)
  return (adjustments.get(null) ?? []).map((line) => ({ ...line, adjustments: adjustments.get(line.id) ?? [] }))
}

/** A pass that belongs to another operation since a split or a move: it is judged when that one is read. */
const isElsewhere = (scope: readonly Operation[]) => sql`
  b.kind in ('pass', 'material') and exists (
    select
    from run_sites s
    join runs r on r.company_id = s.company_id and r.id = s.run_id
    where s.company_id = b.company_id
      and s.id = case when b.kind in ('pass', 'material') then split_part(b.source_key, ':', 2)::uuid end
      and r.operation_id <> all(${scope.map(({ id }) => id)}::uuid[]))`

type Contracts = ReadonlyMap<string, SiteContract>

async function write(work: Work, companyId: string, steps: readonly Step<BillableSource>[], contracts: Contracts) {
  const removed = steps.flatMap((step) => (step.do === 'remove' ? [step.id] : []))
  await work.tx.sql`
    delete from billables
    where company_id = ${companyId} and id = any(${removed}::uuid[]) and state in ${inStates(billableLife.from('invoice'))}`
  const followed = await changedOnly(work, companyId, steps.flatMap(followedRow))
  await updateMany(work.tx, 'billables', companyId, followed)
  const once = sql`on conflict (company_id, source_key) do nothing`
  await insertMany(
    work.tx,
    'billables',
    steps.flatMap((step) => (step.do === 'propose' ? [{ ...rowOf(step.source, contracts), companyId, createdAt: work.now }] : [])),
    once,
  )
  await insertAdjustments(work, companyId, steps)
  await nameAgain(
    work,
    companyId,
    steps.flatMap((step) => (step.do === 'change' ? [step.id] : [])),
  )
  if (steps.length > 0) work.publish(companyId, { topic: 'billables' })
}

/** What the source says, in its own columns and in the line's. */
const saidTwice = ({ description, quantity, price, amount }: Said) => ({
  description,
  quantity,
  price,
  amount,
  ...saidBySource({ description, quantity, price, amount }),
})
const saidBySource = ({ description, quantity, price, amount }: Said) => ({
  sourceDescription: description,
  sourceQuantity: quantity,
  sourcePrice: price,
  sourceAmount: amount,
})
const placeOf = ({ operationId, operationName, day, proof }: BillableSource) => ({ operationId, operationName, day, proof })

function rowOf(source: BillableSource, contracts: Contracts) {
  const contract = contracts.get(source.contractId)
  const of = { contractId: source.contractId, clientId: contract?.clientId ?? null, siteId: contract?.siteId ?? null }
  return { sourceKey: source.key, kind: source.kind, unit: source.unit, ...of, ...saidTwice(source), ...placeOf(source) }
}

const gone = { quantity: 0, price: 0, amount: 0 }

type Row = { id: string } & Record<string, unknown>

function followedRow(step: Step<BillableSource>): Row[] {
  if (step.do === 'change')
    return [{ id: step.id, price: step.amount, amount: step.amount, sourcePrice: step.amount, sourceAmount: step.amount }]
  if (step.do !== 'follow') return []
  const { id, source, isChanged } = step
  if (!source) return [{ id, sourceQuantity: gone.quantity, sourcePrice: gone.price, sourceAmount: gone.amount, isSourceChanged: true }]
  if (isChanged) return [{ id, ...saidBySource(source), ...placeOf(source), isSourceChanged: true }]
  return [{ id, ...saidTwice(source), ...placeOf(source) }]
}

/** A list that nothing changed in keeps its version. */
async function changedOnly({ tx }: Work, companyId: string, rows: readonly Row[]): Promise<Row[]> {
  const stored = await tx.sql<{ id: string; row: Record<string, unknown> }>`
    select id, to_jsonb(b) as row
    from billables b
    where company_id = ${companyId} and id = any(${rows.map(({ id }) => id)}::uuid[])`
  const before = new Map(stored.map(({ id, row }) => [id, row]))
  return rows.filter((row) => Object.entries(row).some(([key, value]) => canonical(before.get(row.id)?.[snake(key)]) !== canonical(value)))
}

/** With keys in one order: jsonb keeps its own. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )

const [credit, supplement] = ['Crédit\u00a0: ', 'Supplément\u00a0: ']

/** A difference that follows its source may become the other one. */
const nameAgain = ({ tx }: Work, companyId: string, ids: readonly string[]) => {
  const words = sql`left(case when a.amount < 0 then ${credit} else ${supplement} end || b.description, 255)`
  return tx.sql`
    update billables a
    set description = ${words}, source_description = ${words}
    from billables b
    where a.company_id = ${companyId} and a.id = any(${ids}::uuid[]) and b.company_id = a.company_id and b.id = a.adjusts_id
      and a.description <> ${words}`
}

/** A difference is a line of its own, beside the one that was invoiced. */
async function insertAdjustments({ tx, now }: Work, companyId: string, steps: readonly Step<BillableSource>[]) {
  for (const step of steps) {
    if (step.do !== 'adjust') continue
    const { key, amount, line, source } = step
    const words = amount < 0 ? credit : supplement
    await tx.sql`
      insert into billables (
        company_id, source_key, adjusts_id, state, kind, contract_id, client_id, site_id, operation_id, operation_name, day, description,
        unit, quantity, price, amount, source_quantity, source_price, source_amount, source_description, proof, created_at)
      select company_id, ${key}, id, ${state('proposed')}, kind, contract_id, client_id, site_id, operation_id, operation_name, day,
             d.text, 'adjustment', 1, ${amount}, ${amount}, 1, ${amount}, ${amount}, d.text,
             coalesce(${source ? JSON.stringify(source.proof) : null}::jsonb, proof), ${now}
      from billables b
      cross join lateral (select left(${words}::text || b.description, 255) as text) d
      where b.company_id = ${companyId} and b.id = ${line.id}
      on conflict (company_id, source_key) do nothing`
  }
}
