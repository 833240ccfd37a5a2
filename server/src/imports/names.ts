// What is linked by its name alone: services, messages, contract templates, routes.
import { quoted } from '@bordee/core/imports/found.ts'
import { nameKey } from '@bordee/core/imports/names.ts'
import type { Ctx } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import type { Run } from './run.ts'

/** Ids by name, case and accents dropped: of two that are called the same nobody knows which is meant. */
export type Names = Map<string, string[]>

const tables = {
  services: sql`select id, name from services`,
  messages: sql`select id, short as name from messages`,
  contract_templates: sql`select id, name from contract_templates`,
} as const

/** Those of the company, and those that this import is about to make. */
export async function namesOf(run: Run, table: keyof typeof tables): Promise<Names> {
  const read = ({ tx }: Ctx) => tx.sql<{ id: string; name: string }>`
    ${tables[table]} where company_id = ${run.companyId} ${table === 'contract_templates' ? sql`and deleted_at is null` : sql``} order by id`
  const names: Names = new Map()
  for (const { id, name } of [...(await run.inCompany(read)), ...run.madeIn(table)]) {
    const ids = names.get(nameKey(name)) ?? []
    if (!ids.includes(id)) names.set(nameKey(name), [...ids, id])
  }
  return names
}

/** The ids behind names, or what is wrong with one of them. */
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

/** Of those that are called the same, one after the other: the second row of a name speaks of the second. */
export function inTurn<T>(held: readonly T[], nameOf: (one: T) => string): (name: string) => T | undefined {
  const left = Map.groupBy(held, (one) => nameKey(nameOf(one)))
  return (name) => left.get(nameKey(name))?.shift()
}
