// Lists that owners send: checked at once by the wizard's own rules, then kept for platform staff.
import { firstErrors } from '@bordee/core/imports/first-errors.ts'
import type { ImportForecast } from '@bordee/core/imports/import.ts'
import { type ImportRequest, importRequest } from '@bordee/core/imports/import-request.ts'
import type { importCalls } from '@bordee/core/imports/imports.calls.ts'
import { proposedMappings } from '@bordee/core/imports/mappings.ts'
import { conflict, invalid, notFound } from '@bordee/core/problem.ts'
import { required } from '@bordee/core/wire.ts'
import { scopeToCompany } from '../companies/company-settings.ts'
import { audit } from '../engine/audit.ts'
import { type Ctx, companyOf, type Handlers } from '../engine/ctx.ts'
import { jsonOf } from '../engine/db/columns.ts'
import { sql } from '../engine/db/sql.ts'
import { mailLater } from '../engine/jobs/mail.jobs.ts'
import { ownerEmails, staffEmails } from '../identity/owners.ts'
import { checkSheets } from './importing.ts'
import { importAskedLetter, importSettledLetter } from './imports.letters.ts'
import { readUploaded } from './reading.ts'
import { shownSheet } from './sheets.ts'
import { keepUpload, unpackSheets } from './uploads.ts'

type RequestCalls = 'askForImport' | 'getImportRequest' | 'openImportRequest' | 'settleImportRequest'

export const requestHandlers: Pick<Handlers<typeof importCalls>, RequestCalls> = {
  async askForImport(ctx, { files }) {
    const companyId = companyOf(ctx)
    const { packed, sheets } = await readUploaded(files)
    const mappings = proposedMappings(sheets)
    const isRecognized = Object.keys(mappings).length > 0
    const forecast = isRecognized ? await checkSheets(ctx, companyId, async () => packed, mappings) : null
    const names = [...new Set(sheets.map(({ file }) => file))]
    const rowsCount = sheets.reduce((sum, { rowCount }) => sum + rowCount, 0)
    const isNew = await putRequest(ctx, { packed, names, rowsCount, forecast: forecast && shortened(forecast) })
    await audit(ctx, 'import-asked', { files: names, rowsCount })
    if (isNew) await tellStaff(ctx, companyId)
    ctx.publish(companyId, { topic: 'companies' })
    return (await readLast(ctx, companyId)) as ImportRequest
  },

  async getImportRequest(ctx, { companyId = companyOf(ctx) }) {
    await scopeToCompany(ctx, companyId)
    return readLast(ctx, companyId)
  },

  async openImportRequest(ctx, { id }) {
    const { companyId } = await lockRequest(ctx, id)
    const [held] = await ctx.tx.sql<{ sheets: Buffer | null }>`
      select sheets from import_requests where company_id = ${companyId} and id = ${id}`
    if (!held?.sheets) throw settled()
    const sheets = (await unpackSheets(held.sheets)).map(shownSheet)
    return { uploadId: await keepUpload(ctx, { companyId, accountId: ctx.actor.accountId, sheets: held.sheets }), sheets }
  },

  async settleImportRequest(ctx, { id, status, reason = null }) {
    if (status === 'refused' && !reason) throw invalid({ importRequest: { reason: required } })
    const request = await lockRequest(ctx, id)
    if (request.status !== 'pending' && request.status !== status) throw settled()
    if (request.status === 'pending') await settle(ctx, { ...request, id, status, reason: status === 'refused' ? reason : null })
    return (await readOne(ctx, sql`r.id = ${id}`)) as ImportRequest
  },
}

const settled = () => conflict('Cette demande est déjà réglée.', { code: 'request-settled' })

/** A company waits for one answer at a time. The errors of a list that nobody can use would fill the database. */
const mostErrors = 100
type Forecast = NonNullable<ImportRequest['forecast']>
const shortened = (forecast: ImportForecast): Forecast => ({
  counts: forecast.counts,
  errors: firstErrors(forecast.errors).slice(0, mostErrors),
})

interface NewRequest {
  packed: Buffer
  names: readonly string[]
  rowsCount: number
  forecast: Forecast | null
}

/** False if staff have been told already: the list replaces the one that waits. */
async function putRequest(ctx: Ctx, { packed, names, rowsCount, forecast }: NewRequest): Promise<boolean> {
  const [put] = await ctx.tx.sql<{ isNew: boolean }>`
    insert into import_requests as r (company_id, asked_by, files, rows_count, sheets, forecast)
    values (${companyOf(ctx)}, ${ctx.actor.accountId}, ${names}, ${rowsCount}, ${packed}, ${forecast && JSON.stringify(forecast)})
    on conflict (company_id) where status = 'pending' do update
    set id = excluded.id, -- who opened the list before settles nothing
        asked_by = excluded.asked_by,
        asked_at = excluded.asked_at,
        files = excluded.files,
        rows_count = excluded.rows_count,
        sheets = excluded.sheets,
        forecast = excluded.forecast
    returning old.id is null as "isNew"`
  return put?.isNew ?? false
}

async function tellStaff(ctx: Ctx, companyId: string) {
  const [company] = await ctx.tx.sql<{ id: string; name: string }>`select id, name from companies where id = ${companyId}`
  if (!company) throw notFound('Compagnie')
  for (const to of await staffEmails(ctx)) await mailLater(ctx, importAskedLetter(ctx.env, to, company))
}

interface HeldRequest {
  companyId: string
  companyName: string
  status: ImportRequest['status']
}

/** For platform staff; the transaction then works for its company. */
async function lockRequest(ctx: Ctx, id: string): Promise<HeldRequest> {
  const [found] = await ctx.tx.sql<{ companyId: string }>`select company_id as "companyId" from import_requests where id = ${id}`
  if (!found) throw notFound('Demande')
  await scopeToCompany(ctx, found.companyId)
  const [held] = await ctx.tx.sql<HeldRequest>`
    select r.company_id as "companyId", c.name as "companyName", r.status
    from import_requests r
    join companies c on c.id = r.company_id
    where r.id = ${id}
    for no key update of r`
  if (!held) throw notFound('Demande')
  return held
}

async function settle(ctx: Ctx, request: HeldRequest & { id: string; reason: string | null }) {
  const { companyId, companyName, id, status, reason } = request
  await ctx.tx.sql`
    update import_requests
    set status = ${status}, reason = ${reason}, settled_at = now(), sheets = null
    where company_id = ${companyId} and id = ${id}`
  if (status === 'imported') await putRefusedRows(ctx, companyId, id)
  await audit(ctx, 'import-settled', { status }, companyId)
  for (const to of await ownerEmails(ctx, companyId))
    await mailLater(ctx, importSettledLetter(ctx.env, to, { companyName, status, reason }))
  ctx.publish(companyId, { topic: 'companies' })
}

/** What the import refused replaces what the check would have: staff may have corrected columns and rows meanwhile. */
const putRefusedRows = ({ tx }: Ctx, companyId: string, id: string) => tx.sql`
  update import_requests r
  set forecast = coalesce(r.forecast, '{"counts": {}}') || jsonb_build_object('errors', coalesce(
    (select jsonb_path_query_array(i.errors, '$[0 to $last]', jsonb_build_object('last', ${mostErrors - 1}::int))
     from imports i
     where i.company_id = r.company_id and i.state = 'done' and i.created_at >= r.asked_at
     order by i.created_at desc, i.id desc
     limit 1),
    '[]'))
  where r.company_id = ${companyId} and r.id = ${id}`

const readLast = (ctx: Ctx, companyId: string) => readOne(ctx, sql`r.company_id = ${companyId}`)

async function readOne({ tx }: Ctx, where: ReturnType<typeof sql>): Promise<ImportRequest | null> {
  const found = await tx.row(sql<{ json: ImportRequest }>`
    select ${jsonOf(importRequest.shape, 'r')} as json from import_requests r where ${where} order by r.asked_at desc, r.id desc limit 1`)
  return found?.json ?? null
}
