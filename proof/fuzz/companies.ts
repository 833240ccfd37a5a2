// Companies to fuzz in: their owners fill them with marked texts, so that a text read elsewhere reveals its company.
import type { Agent } from 'node:http'
import { api } from '@bordee/core/api.ts'
import type { CallRow } from '@bordee/core/call.ts'
import { type ActingRole, actingRoles, isPlatform } from '@bordee/core/roles.ts'
import { seeded } from '../../server/src/demo/chance.ts'
import type { Tx } from '../../server/src/engine/db/db.ts'
import { newContract } from '../../server/src/testing/contracts.ts'
import { type Door, inCompany, insertCompany, insertPeople, insertPerson, type Person } from '../../server/src/testing/people.ts'
import type { People } from '../../server/src/testing/server.ts'
import { validInput } from '../../server/src/testing/values.ts'
import { companyResources, nowhere } from '../../server/src/testing/world.ts'
import { callerAt } from '../ask.ts'

/** A server to be fuzzed. */
export interface Fuzzed extends Door {
  url: string
  agent: Agent
}

export interface FuzzCompany {
  mark: string
  companyId: string
  people: Record<ActingRole, Person>
  /** By table, newest last. */
  ids: Map<string, string[]>
  /** The table that the ids in a slice's paths come from. */
  tableOf: Map<string, string>
}

/** A mark in an answer: the number is its company's. */
export const marks = /zqm(\d+)w/gi
const markOf = (index: number) => `zqm${index}w`

export async function fillCompany(at: Fuzzed, index: number, seed: number, generated: number): Promise<FuzzCompany> {
  const mark = markOf(index)
  const companyId = await insertCompany(at, `Déneigement ${mark}`)
  const company: FuzzCompany = { mark, companyId, people: await insertPeople(at, companyId), ids: new Map(), tableOf: new Map() }
  const callers = callersOf(at, company)
  const found = new Map<string, string>()
  for (const [slice, resource] of Object.entries(companyResources)) found.set(slice, await resource(callers, at))
  const { id } = await newContract(callers.owner, { email: company.people.client.email })
  await callers.owner(api.setContractStatuses, { contractIds: [id], status: 'sent' })
  await refreshIds(at, company)
  for (const [slice, resource] of found)
    for (const [table, ids] of company.ids) if (ids.includes(resource)) company.tableOf.set(slice, table)
  // What the office types, in every field there is.
  const random = seeded(seed + index)
  const creating = Object.values(api as Record<string, CallRow>).filter(
    ({ verbs, who, across, upload, raw }) =>
      verbs.includes('POST') && Array.isArray(who) && who.includes('owner') && !across && !upload && !raw,
  )
  for (let i = 0; i < generated; i++)
    for (const row of creating) {
      const idFor = (field: string) => company.ids.get(tableFor(company, row, field))?.at(-1) ?? nowhere
      await callers.owner.raw(row, validInput(row.input, { random, mark, idFor }).input)
    }
  await refreshIds(at, company)
  return company
}

export const callersOf = ({ url, agent }: Fuzzed, { companyId, people }: FuzzCompany): People =>
  ({ companyId, ...Object.fromEntries(actingRoles.map((role) => [role, callerAt(() => url, agent, people[role])])) }) as People

/** Replaces a person whom their own calls deleted, signed out or sent elsewhere. */
export async function replace(at: Fuzzed, company: FuzzCompany, role: ActingRole) {
  if (await wasRefilled(at, company)) return
  company.people[role] = await insertPerson(at, company.companyId, role)
}

/** Staff may have erased the company: another one with its mark takes its place. */
async function wasRefilled(at: Fuzzed, company: FuzzCompany): Promise<boolean> {
  const [there] = await inCompany(at, company.companyId, (tx) => tx.sql`select from companies where id = ${company.companyId}`)
  if (!there) Object.assign(company, await fillCompany(at, Number(company.mark.replace(marks, '$1')), 0, 0))
  return !there
}

/** Recreates everyone, switches the modules on and opens the company: restores what earlier calls took away. */
export async function mend(at: Fuzzed, company: FuzzCompany) {
  if (await wasRefilled(at, company)) return
  await inCompany(
    at,
    company.companyId,
    (tx) => tx.sql`
      update companies
      set is_active = true, archived_at = null, contract_is_active = true, geolocation_is_active = true, alert_is_active = true
      where id = ${company.companyId}`,
  )
  company.people = await insertPeople(at, company.companyId)
  await refreshIds(at, company)
  const callers = callersOf(at, company)
  // Settings changed by earlier calls may refuse it.
  for (const [slice, table] of company.tableOf)
    if ((company.ids.get(table)?.length ?? 0) < 2) await companyResources[slice]?.(callers, at).catch(() => undefined)
  await refreshIds(at, company)
}

/** Reads the newest ids of each table. */
async function refreshIds(at: Fuzzed, company: FuzzCompany) {
  const rows = await inCompany(at, company.companyId, async (tx) => {
    namedTables ??= await tablesOf(tx, { withIds: true })
    const newest = namedTables.map(
      (table) => `select '${table}' as name, array(select id from ${table} where company_id = $1 order by id desc limit 20) as ids`,
    )
    return (await tx.boss.executeSql(newest.join(' union all '), [company.companyId])).rows as { name: string; ids: string[] }[]
  })
  company.ids = new Map(rows.filter(({ ids }) => ids.length).map(({ name, ids }) => [name, ids.toReversed()]))
  company.ids.set('companies', [company.companyId])
  // Platform staff belong to no company.
  const accounts = actingRoles.filter((role) => !isPlatform(role)).map((role) => company.people[role].accountId)
  company.ids.set('accounts', accounts)
}

/** Cached: tables don't change during a run. */
let namedTables: string[] | undefined

/** The tables of what companies have; `withIds`: those whose rows have one. */
async function tablesOf(tx: Tx, { withIds = false } = {}): Promise<string[]> {
  const tables = await tx.sql<{ name: string }>`
    select c.relname as name
    from pg_class c
    join pg_attribute k on k.attrelid = c.oid and k.attname = 'company_id'
    left join pg_attribute i on i.attrelid = c.oid and i.attname = 'id' and i.atttypid = 'uuid'::regtype
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and has_table_privilege(c.oid, 'select')
      and c.relname <> all (${byTheClock.tables}::text[]) and (i.attname is not null or not ${withIds}::boolean)
    order by 1`
  return tables.map(({ name }) => name)
}

/** Fields that use another name than their table. */
const otherNames: Record<string, string> = {
  customer: 'clients',
  contact: 'occupants',
  destination_company: 'companies',
  template: 'contract_templates',
  contract_template: 'contract_templates',
  operator: 'accounts',
  user: 'accounts',
  sector_group: 'sector_groups',
  site_group: 'sectors',
  payment: 'contract_payments',
  instalment: 'contract_instalments',
  delivery: 'alert_deliveries',
}

/** The table whose id a field most likely expects. */
export function tableFor({ ids, tableOf }: FuzzCompany, row: CallRow, field: string): string {
  const bare = field.replace(/(Ids?|_id)$/, '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const guess = otherNames[bare] ?? (ids.has(bare) ? bare : `${bare}s`.replace(/ys$/, 'ies'))
  return ids.has(guess) ? guess : (tableOf.get(row.slice) ?? 'clients')
}

/** What the clock alone changes of a company, and the versions of its lists. */
const byTheClock = {
  columns: '{contract_statuses_on,contract_reminders_on,billed_until,bank_told_on,season_told_on,is_bank_low,looked_at}',
  tables: ['slice_changes', 'season_told', 'route_lengths'],
}

/** The state of everything a company has, table by table. */
export async function fingerprint(at: Fuzzed, companyId: string): Promise<Map<string, string>> {
  return inCompany(at, companyId, async (tx) => {
    const tables = await tablesOf(tx)
    const found = new Map<string, string>()
    for (const { name, key } of [...tables.map((table) => ({ name: table, key: 'company_id' })), { name: 'companies', key: 'id' }]) {
      const { rows } = await tx.boss.executeSql(
        `select count(*) || ' ' || coalesce(md5(string_agg(t.text, '|' order by t.text)), '') as state
         from (select (to_jsonb(x) - $2::text[])::text as text from ${name} x where ${key} = $1) t`,
        [companyId, byTheClock.columns],
      )
      found.set(name, String((rows as { state: string }[])[0]?.state))
    }
    return found
  })
}
