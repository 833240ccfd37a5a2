// Takes a bank's file: each of its lines is known once, whichever files have it.
import { createHash } from 'node:crypto'
import type { BankAccount, BankFile, NewBankFile } from '@bordee/core/bank-files/bank-file.ts'
import { type BankColumns, guessColumns } from '@bordee/core/bank-files/columns.ts'
import { mostRows, readCsv } from '@bordee/core/bank-files/csv.ts'
import { linesIn, type ReadFile } from '@bordee/core/bank-files/reading.ts'
import { conflict, invalid } from '@bordee/core/problem.ts'
import { formatNumber } from '@bordee/core/text.ts'
import { addDays, formatDate, todayIn } from '@bordee/core/time.ts'
import { required } from '@bordee/core/wire.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { insertMany } from '../engine/db/bulk.ts'
import { sql } from '../engine/db/sql.ts'
import { change, insert } from '../engine/db/writing.ts'
import { decoded } from '../engine/documents/spreadsheets.texts.ts'
import { findAccounts, findFiles, readFile } from './bank-files.queries.ts'

/** Banks post some lines on the next business day. */
const daysAhead = 3

export async function receiveFile(ctx: Ctx, id: string, sent: NewBankFile): Promise<BankFile> {
  const companyId = companyOf(ctx)
  const bytes = Buffer.from(sent.content, 'base64')
  const hash = createHash('sha256').update(bytes).digest('hex')
  await ctx.tx.sql`select pg_advisory_xact_lock(hashtextextended(${`bank-files:${companyId}`}, 0))`
  const known = await knownFile(ctx, id, hash, sent)
  if (known) return readFile(ctx, known)
  const accounts = await findAccounts(ctx)
  const account = accounts.find((one) => one.id === sent.accountId)
  const { file, columns } = readLines(bytes, sent.columns ?? null, account)
  const digits = digitsOf(file, account)
  refuseFuture(file, await today(ctx))
  if (account) await change(ctx.tx, 'bank_accounts', { companyId, id: account.id }, { columns, digits })
  else {
    const name = sent.accountName
    if (!name) throw invalid({ bankFile: { accountName: required } })
    if (accounts.some((one) => one.name === name))
      throw conflict(`Le compte «\u00a0${name}\u00a0» existe déjà\u00a0: choisissez-le dans la liste.`, { code: 'account-exists' })
    await insert(ctx.tx, 'bank_accounts', { id: sent.accountId, companyId, name, digits, columns, createdAt: ctx.now })
  }
  await insert(ctx.tx, 'bank_files', {
    id,
    companyId,
    accountId: sent.accountId,
    name: sent.name,
    hash,
    otherCount: file.others,
    unreadCount: file.unread.length,
    sentBy: ctx.actor.email,
    createdAt: ctx.now,
  })
  await writeLines(ctx, id, sent.accountId, file)
  return readFile(ctx, id)
}

/** The same content again is the file that is known. */
async function knownFile(ctx: Ctx, id: string, hash: string, { accountId }: NewBankFile): Promise<string | undefined> {
  const [byId] = await findFiles(ctx, sql`f.id = ${id} and f.hash <> ${hash}`)
  if (byId) throw conflict('Cet identifiant a déjà servi à un autre fichier.', { code: 'id-used' })
  const [same] = await findFiles(ctx, sql`f.hash = ${hash}`)
  if (same && same.accountId !== accountId)
    throw conflict(`Ce fichier a déjà été envoyé, pour le compte «\u00a0${same.accountName}\u00a0».`, { code: 'other-account' })
  return same?.id
}

const refuse = (field: 'content' | 'columns', message: string) => invalid({ bankFile: { [field]: message } })

function readLines(bytes: Buffer, sent: BankColumns | null, account: BankAccount | undefined) {
  const text = decoded(bytes)
  if (text === undefined)
    throw refuse('content', 'Ce fichier n’est pas un fichier CSV\u00a0: exportez-le en CSV depuis le site de la banque.')
  const rows = readCsv(text)
  if (!rows) throw refuse('content', `Ce fichier a plus de ${formatNumber(mostRows)} lignes, ou un guillemet qui ne se ferme pas.`)
  const readAs = (columns: BankColumns | undefined) => columns && { columns, file: linesIn(rows, columns) }
  const asBefore = sent ? undefined : readAs(account?.columns)
  const read = readAs(sent ?? undefined) ?? (asBefore && isMostlyRead(asBefore.file) ? asBefore : readAs(guessColumns(rows)))
  if (!read) throw refuse('columns', 'Indiquez quelles colonnes contiennent la date, le montant et la description.')
  if (read.file.lines.length === 0) throw refuse('columns', 'Aucune ligne n’apporte d’argent\u00a0: vérifiez les colonnes.')
  if (!isMostlyRead(read.file))
    throw refuse(
      'columns',
      `La date ou le montant de ${formatNumber(read.file.unread.length)} lignes est illisible\u00a0: vérifiez les colonnes.`,
    )
  return read
}

const isMostlyRead = ({ lines, others, unread }: ReadFile) => lines.length > 0 && unread.length <= lines.length + others

/** A file of another account would mix two accounts' lines. */
function digitsOf({ accounts: [number, ...others] }: ReadFile, account: BankAccount | undefined): string | null {
  if (others.length > 0) throw refuse('content', 'Ce fichier contient plusieurs comptes\u00a0: exportez-en un à la fois.')
  const digits = number?.slice(-4) ?? null
  if (account?.digits && digits && digits !== account.digits)
    throw conflict(`Ce fichier est celui d’un autre compte (se terminant par ${digits}) que «\u00a0${account.name}\u00a0».`, {
      code: 'other-account',
    })
  return digits ?? account?.digits ?? null
}

function refuseFuture({ lines }: ReadFile, day: string) {
  const late = lines.find((line) => line.day > addDays(day, daysAhead))
  if (late)
    throw refuse('columns', `Une ligne serait du ${formatDate(late.day)}, dans le futur\u00a0: vérifiez l’ordre du jour et du mois.`)
}

export async function today(ctx: Ctx): Promise<string> {
  const [company] = await ctx.tx.sql<{ zone: string }>`select time_zone as zone from companies where id = ${companyOf(ctx)}`
  return todayIn(company?.zone ?? 'America/Toronto', ctx.now)
}

async function writeLines(ctx: Ctx, fileId: string, accountId: string, { lines }: ReadFile) {
  const companyId = companyOf(ctx)
  const rows = lines.map((line) => ({ ...line, companyId, accountId, createdAt: ctx.now }))
  await insertMany(ctx.tx, 'bank_lines', rows, sql`on conflict (company_id, account_id, day, amount, print, nth) do nothing`)
  const places = lines.map(({ day, amount, print, nth }, position) => ({ day, amount, print, nth, position }))
  await ctx.tx.sql`
    insert into bank_file_lines (company_id, file_id, line_id, position, is_known)
    select l.company_id, ${fileId}, l.id, r.position,
           exists (select from bank_file_lines b where b.company_id = l.company_id and b.line_id = l.id)
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as r (day date, amount int, print text, nth int, position int)
    join bank_lines l on l.company_id = ${companyId} and l.account_id = ${accountId}
      and l.day = r.day and l.amount = r.amount and l.print = r.print and l.nth = r.nth`
}
