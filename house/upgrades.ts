// What a migration may do while servers of the previous release still use the database
// (docs/decisions/0041-upgrades.md).
import { neededBy } from '../server/src/postgres/migrate.ts'

/** The last migration from before the rule. */
export const lastFree = '0042'

/** Statements that an older server can't notice. Columns are checked one by one. */
const harmless = [
  /^create table /,
  /^create (unique )?index (concurrently )?(if not exists )?[\w"]* ?on /,
  /^create (or replace )?(function|view) /,
  /^create (policy|trigger|sequence|extension|type) /,
  /^(grant|comment on|insert into|analyze|do|select) ?/,
  /^update /,
  /^alter table \S+ (no )?force row level security$/,
  /^alter table \S+ enable row level security$/,
]

/** A column that an older server, which doesn't know it, may omit. */
const isOptionalColumn = (action: string) =>
  action.startsWith('add column ') && (!/ not null/.test(action) || / (default|generated) /.test(action))

/** A looser rule. A stricter one would refuse what an older server writes. */
const isLooser = (action: string) =>
  /^(alter column \w+ (drop not null|set default .+)|drop constraint \w+_fkey)$/.test(action) || action.startsWith('validate constraint ')

/** A reference from a column that is new: an older server leaves it null. */
const isKeyOfNewColumn = (action: string, parts: readonly string[]) => {
  const columns = /^add foreign key \(([^)]+)\)/.exec(action)?.[1]?.split(/, */) ?? []
  return columns.some((column) => parts.some((part) => part.startsWith(`add column ${column} `) && !part.includes(' not null')))
}

/** A list of values recreated under its name: a reviewer must check that it only grew. */
const isList = (actions: string) => /^drop constraint (\w+), add (constraint \1 )?check \(\w+ in \([^()]+\)\)$/.test(actions)

/** The statements of a migration that servers of the previous release would notice. */
export function breaking(text: string): string[] {
  if (neededBy(text)) return []
  const made = new Set([...text.matchAll(/^create table (\w+)/gim)].map(([, name]) => name))
  return statementsOf(text).filter((statement) => {
    if (statement.startsWith('revoke ')) return !made.has(/ on (\w+)/.exec(statement)?.[1] ?? '')
    if (statement.startsWith('create unique index ')) return !made.has(/ on (\w+)/.exec(statement)?.[1])
    if (harmless.some((form) => form.test(statement))) return false
    const [, narrowed] = /^revoke [a-z, ]+ on (\w+) from /.exec(statement) ?? []
    if (narrowed) return !made.has(narrowed)
    const [, table, actions] = /^alter table (?:if exists )?(\w+) (.+)$/.exec(statement) ?? []
    if (!table || !actions) return true
    const parts = partsOf(actions)
    const isUnnoticed = (action: string) => isOptionalColumn(action) || isLooser(action) || isKeyOfNewColumn(action, parts)
    return !made.has(table) && !isList(actions) && !parts.every(isUnnoticed)
  })
}

/** The updates of a migration that change nothing: forced row-level security hides a company's rows from the owner too. */
export function blind(text: string, tenantTables: ReadonlySet<string>): string[] {
  const isSeen = new Map<string, boolean>()
  return statementsOf(text).filter((statement) => {
    const [, lifted, no] = /^alter table (\w+) (no )?force row level security$/.exec(statement) ?? []
    if (lifted) isSeen.set(lifted, no !== undefined)
    const [, changed = ''] = /^(?:update|delete from) (\w+)/.exec(statement) ?? []
    return tenantTables.has(changed) && !isSeen.get(changed)
  })
}

/** The tables of companies: those that a migration passed to `tenant_table`, and `companies` itself. */
export const tenantTablesOf = (texts: readonly string[]): Set<string> =>
  new Set(['companies', ...texts.flatMap((text) => [...text.matchAll(/tenant_table\('(\w+)'\)/g)].map(([, name = '']) => name))])

/** Lower case, on one line, without comments; bodies between $$ are ignored. */
function statementsOf(text: string): string[] {
  return text
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, '$$body$$')
    .replace(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim().toLowerCase())
    .filter(Boolean)
}

/** Splits at the commas outside parentheses and quotes. */
function partsOf(actions: string): string[] {
  let depth = 0
  const parts = ['']
  for (const sign of actions.replace(/'[^']*'/g, "''")) {
    if (sign === '(') depth++
    if (sign === ')') depth--
    if (sign === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += sign
  }
  return parts.map((part) => part.trim())
}
