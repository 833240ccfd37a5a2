// Bank files with their lines: what each paid, or may pay.
import {
  type BankAccount,
  type BankFile,
  type BankFileRow,
  type BankLine,
  type BankPart,
  bankAccount,
  bankFileRow,
  bankLine,
} from '@bordee/core/bank-files/bank-file.ts'
import { matchLines } from '@bordee/core/bank-files/matching.ts'
import { notFound } from '@bordee/core/problem.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { jsonOf } from '../engine/db/columns.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { readDeposits, readOwings } from './owings.ts'

export async function findAccounts(ctx: Ctx): Promise<BankAccount[]> {
  const rows = await ctx.tx.sql<{ json: BankAccount }>`
    select ${jsonOf(bankAccount.shape, 'a')} as json from bank_accounts a where a.company_id = ${companyOf(ctx)} order by a.name`
  return rows.map(({ json }) => json)
}

/** Newest first. */
export async function findFiles(ctx: Ctx, where: Sql<unknown>): Promise<BankFileRow[]> {
  const rows = await ctx.tx.sql<{ json: BankFileRow }>`
    select ${jsonOf(bankFileRow.shape, 'f', {
      accountName: sql`a.name`,
      from: sql`s.first`,
      to: sql`s.last`,
      lineCount: sql`s.count`,
      appliedCount: sql`s.applied`,
      newCount: sql`s.new`,
      amount: sql`s.amount`,
    })} as json
    from bank_files f
    join bank_accounts a on a.company_id = f.company_id and a.id = f.account_id
    cross join lateral (
      select min(l.day) as first, max(l.day) as last, count(*) as count, count(l.applied_at) as applied,
             count(*) filter (where not b.is_known) as new, coalesce(sum(l.amount), 0) as amount
      from bank_file_lines b
      join bank_lines l on l.company_id = b.company_id and l.id = b.line_id
      where b.company_id = f.company_id and b.file_id = f.id) s
    where f.company_id = ${companyOf(ctx)} and ${where}
    order by f.created_at desc, f.id desc`
  return rows.map(({ json }) => json)
}

export async function readFile(ctx: Ctx, id: string): Promise<BankFile> {
  const [file] = await findFiles(ctx, sql`f.id = ${id}`)
  if (!file) throw notFound('Relevé')
  return { ...file, lines: await linesOf(ctx, id) }
}

const blank = { level: sql`null`, reason: sql`null`, parts: sql`json_build_array()`, depositNumber: sql`d.number` }

async function linesOf(ctx: Ctx, fileId: string): Promise<BankLine[]> {
  const companyId = companyOf(ctx)
  const rows = await ctx.tx.sql<{ json: BankLine }>`
    select ${jsonOf(bankLine.shape, 'l', { ...blank, isKnown: sql`b.is_known` })} as json
    from bank_file_lines b
    join bank_lines l on l.company_id = b.company_id and l.id = b.line_id
    left join cheque_deposits d on d.company_id = l.company_id and d.id = l.deposit_id
    where b.company_id = ${companyId} and b.file_id = ${fileId}
    order by b.position`
  const lines = rows.map(({ json }) => json)
  const applied = lines.flatMap(({ id, appliedAt }) => (appliedAt === null ? [] : id))
  const paid = await partsOf(ctx, applied)
  const known = lines.map((line) => ({ ...line, parts: (paid.get(line.id) ?? []).map(({ part }) => part) }))
  return applied.length === lines.length ? known : withMatches(ctx, known)
}

/** What lines that are applied have paid. */
async function partsOf(ctx: Ctx, lineIds: readonly string[]) {
  const companyId = companyOf(ctx)
  const shape = bankLine.shape.parts.element.shape
  const ofContract = { invoiceId: sql`null`, number: sql`k.contract_number`, clientId: sql`k.client_id`, clientName: sql`k.client_name` }
  const ofInvoice = { contractId: sql`null`, number: sql`i.number`, clientId: sql`i.client_id`, clientName: sql`i.client_name` }
  const rows = await ctx.tx.sql<{ lineId: string; part: BankPart }>`
    select p.bank_line_id as "lineId", ${jsonOf(shape, 'p', ofContract)} as part
    from contract_payments p
    join contracts k on k.company_id = p.company_id and k.id = p.contract_id
    where p.company_id = ${companyId} and p.bank_line_id = any(${lineIds}::uuid[]) and p.deleted_at is null
    union all
    select p.bank_line_id, ${jsonOf(shape, 'p', ofInvoice)}
    from client_invoice_payments p
    join client_invoices i on i.company_id = p.company_id and i.id = p.invoice_id
    where p.company_id = ${companyId} and p.bank_line_id = any(${lineIds}::uuid[]) and p.deleted_at is null`
  return Map.groupBy(rows, ({ lineId }) => lineId)
}

/** By what is owed now. */
async function withMatches(ctx: Ctx, lines: readonly BankLine[]): Promise<BankLine[]> {
  const [owings, deposits] = [await readOwings(ctx), await readDeposits(ctx)]
  const open = lines.filter(({ appliedAt }) => appliedAt === null)
  const matches = matchLines(open, owings, deposits)
  const known = new Map(owings.map((owing) => [owing.contractId ?? owing.invoiceId, owing]))
  const numbers = new Map(deposits.map(({ id, number }) => [id, number]))
  return lines.map((line) => {
    const match = matches.get(line.id)
    if (!match) return line
    const parts = match.parts.flatMap((part): BankPart[] => {
      const owing = known.get(part.contractId ?? part.invoiceId)
      return owing ? [{ ...part, number: owing.number, clientId: owing.clientId, clientName: owing.clientName }] : []
    })
    return { ...line, ...match, parts, depositNumber: match.depositId ? (numbers.get(match.depositId) ?? null) : null }
  })
}

export interface LockedLine {
  id: string
  day: string
  amount: number
  depositId: string | null
  isApplied: boolean
  /** « contract or invoice:amount », sorted. */
  parts: string[]
}

/** Held until the request ends. 404 for all if the file hasn't one of them. */
export async function lockLines(ctx: Ctx, fileId: string, ids: readonly string[]): Promise<LockedLine[]> {
  const companyId = companyOf(ctx)
  const held = await ctx.tx.sql`
    select l.id
    from bank_lines l
    where l.company_id = ${companyId} and l.id = any(${ids}::uuid[])
      and exists (select from bank_file_lines b where b.company_id = l.company_id and b.file_id = ${fileId} and b.line_id = l.id)
    order by l.id
    for update`
  if (held.length !== new Set(ids).size) throw notFound('Ligne')
  // Read after the lock: another request may just have applied them.
  return ctx.tx.sql<LockedLine>`
    select l.id, l.day::text as day, l.amount, l.deposit_id as "depositId", l.applied_at is not null as "isApplied",
           coalesce(array_agg(p.part order by p.part) filter (where p.part is not null), '{}') as parts
    from bank_lines l
    left join (
      select bank_line_id, contract_id || ':' || amount as part
      from contract_payments where company_id = ${companyId} and bank_line_id = any(${ids}::uuid[]) and deleted_at is null
      union all
      select bank_line_id, invoice_id || ':' || amount
      from client_invoice_payments where company_id = ${companyId} and bank_line_id = any(${ids}::uuid[]) and deleted_at is null) p
      on p.bank_line_id = l.id
    where l.company_id = ${companyId} and l.id = any(${ids}::uuid[])
    group by l.company_id, l.id`
}
