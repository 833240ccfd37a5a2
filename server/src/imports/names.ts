// What is linked by name only: services, messages, contract templates, routes.
import { quoted } from '@bordee/core/imports/found.ts'
import { nameKey } from '@bordee/core/imports/names.ts'
import type { Ctx } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import type { Importation } from './importation.ts'

/** Ids by name, ignoring case and accents; several ids mean that the name is ambiguous. */
export type Names = Map<string, string[]>

const tables = {
  services: sql`select id, name from services`,
  messages: sql`select id, short as name from messages`,
  contract_templates: sql`select id, name from contract_templates`,
} as const

/** An archived template is meant only if no other has its name. */
export async function templatesByName(importation: Importation): Promise<Names> {
  const active = await namesOf(importation, 'contract_templates')
  const archived = await namesOf(importation, 'contract_templates', { archived: true })
  return new Map([...archived, ...active])
}

/** The company's, and those that this import is about to create. */
export async function namesOf(importation: Importation, table: keyof typeof tables, { archived = false } = {}): Promise<Names> {
  const read = ({ tx }: Ctx) => tx.sql<{ id: string; name: string }>`
    ${tables[table]}
    where company_id = ${importation.companyId} ${table === 'contract_templates' ? sql`and (deleted_at is not null) = ${archived}` : sql``}
    order by id`
  const names: Names = new Map()
  for (const { id, name } of [...(await importation.inCompany(read)), ...importation.madeIn(table)]) {
    const ids = names.get(nameKey(name)) ?? []
    if (!ids.includes(id)) names.set(nameKey(name), [...ids, id])
  }
  return names
}

/** The ids for these names, or the problem with one of them. */
export function resolve(names: Names, what: string, links: readonly string[]): { ids: string[] } | { problem: string } {
  const ids: string[] = []
  for (const link of links) {
    const [id, other] = names.get(nameKey(link.trim())) ?? []
    if (!id) return { problem: `Aucun ${what} ${quoted(link)}.` }
    if (other) return { problem: `Plusieurs ${what}s s’appellent ${quoted(link)}.` }
    ids.push(id)
  }
  return { ids }
}

/** Returns entities with the same name one after the other: the second row with a name means the second one. */
export function takeByName<T>(held: readonly T[], nameOf: (one: T) => string): (name: string) => T | undefined {
  const left = Map.groupBy(held, (one) => nameKey(nameOf(one)))
  return (name) => left.get(nameKey(name))?.shift()
}
