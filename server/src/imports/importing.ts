import { setTimeout as sleep } from 'node:timers/promises'
import { firstErrors, mostLooked } from '@bordee/core/imports/first-errors.ts'
import {
  type ImportEntity,
  type ImportError,
  type ImportForecast,
  type ImportMappings,
  type ImportProgress,
  type Unalerted,
  unalertedReasons,
  unalertedTexts,
} from '@bordee/core/imports/import.ts'
import type { importCalls } from '@bordee/core/imports/imports.calls.ts'
import { formatPhone } from '@bordee/core/phone.ts'
import { conflict, invalid, notFound, Problem } from '@bordee/core/problem.ts'
import { required } from '@bordee/core/wire.ts'
import { scopeToCompany } from '../companies/company-settings.ts'
import { audit } from '../engine/audit.ts'
import { type Ctx, companyOf, type Handlers, type Work } from '../engine/ctx.ts'
import { writeWorkbook } from '../engine/documents/spreadsheets.ts'
import { Shares } from '../engine/http/shares.ts'
import { readExported } from './company-export.ts'
import { Importation } from './importation.ts'
import { importAll } from './importers.ts'
import { runImportJob } from './importing.jobs.ts'
import { refuseBadMappings } from './mapping-problems.ts'
import { refusedSheets } from './refused-rows.ts'
import { readSent, type SentSheet } from './sent-sheets.ts'
import { findUpload, openSheets, type PackedSheet, packSheets, unpackSheets } from './uploads.ts'

export const importingHandlers: Pick<Handlers<typeof importCalls>, 'runImport' | 'getImportProgress' | 'exportRefused'> = {
  async runImport(ctx, { data, companyId = companyOf(ctx), dryRun = false, ...mappings }) {
    await ctx.aside((work) => refuseClosed({ ...ctx, ...work }, companyId))
    if (dryRun) return checkSheets(ctx, companyId, () => packedSheets(ctx, data), mappings)
    const packed = await openings.run('', async () => {
      const whole = await packedSheets(ctx, data)
      refuseBadMappings(mappings, await openSheets(whole))
      return whole
    })
    const importId = await beginImport(ctx, { companyId, uploadId: data.uploadId ?? null, packed, mappings })
    return waitForEnd(ctx, companyId, importId)
  },

  async getImportProgress(ctx, { companyId = companyOf(ctx), uploadId = null }) {
    await scopeToCompany(ctx, companyId)
    await readExported(ctx, companyId)
    return readProgress(ctx, companyId, uploadId)
  },

  async exportRefused(ctx, { companyId = companyOf(ctx) }) {
    await scopeToCompany(ctx, companyId)
    const [last] = await ctx.tx.sql<{ sheets: Buffer; errors: ImportError[] }>`
      select sheets, errors from imports where company_id = ${companyId} and state = 'done' order by created_at desc, id desc limit 1`
    if (!last) throw notFound('Importation')
    const sheets = await unpackSheets(last.sheets)
    if (sheets.length === 0) throw new Problem(404, 'Aucune ligne refusée.')
    return { bytes: await writeWorkbook(refusedSheets(sheets, last.errors)), name: 'lignes-refusees.xlsx' }
  },
}

/** An archived or deactivated company accepts no import. */
async function refuseClosed(ctx: Ctx, companyId: string) {
  await scopeToCompany(ctx, companyId)
  const [company] = await ctx.tx.sql<{ isClosed: boolean }>`
    select archived_at is not null or not is_active as "isClosed" from companies where id = ${companyId}`
  if (!company) throw notFound('Compagnie')
  if (company.isClosed) throw conflict('Cette compagnie est archivée\u00a0: restaurez-la avant d’y importer.', { code: 'company-archived' })
}

/** A forecast uses a core and memory for as long as the import would: one at a time per company, two per server. */
const forecasts = new Shares(1, { maxWaiting: 5 })
const cores = new Shares(2, { maxWaiting: 50 })
/** Starting an import only checks its input, so it doesn't wait for forecasts. */
const openings = new Shares(2, { maxWaiting: 50 })

/** What importing them would do; nothing is written. */
export const checkSheets = (ctx: Ctx, companyId: string, packed: () => Promise<Buffer>, mappings: ImportMappings) =>
  forecasts.run(companyId, () =>
    cores.run('', async () => {
      const sheets = await openSheets(await packed())
      refuseBadMappings(mappings, sheets)
      return forecast(ctx, companyId, sheets, mappings)
    }),
  )

async function packedSheets(
  ctx: Ctx,
  { uploadId, sheets }: { uploadId?: string | undefined; sheets?: SentSheet[] | undefined },
): Promise<Buffer> {
  const { accountId } = ctx.actor
  if (uploadId) return ctx.aside((work) => findUpload(work, { accountId, uploadId }))
  if (!sheets) throw invalid({ data: { uploadId: required } })
  return packSheets(await readSent(sheets))
}

async function forecast(ctx: Ctx, companyId: string, sheets: readonly PackedSheet[], mappings: ImportMappings) {
  await ctx.aside(async ({ tx }) => readExported({ ...ctx, tx }, companyId))
  const importation = new Importation({
    companyId,
    accountId: ctx.actor.accountId,
    email: ctx.actor.email,
    importId: null,
    sheets,
    mappings,
    aside: (step) => ctx.aside(step),
  })
  await importAll(importation, async () => undefined)
  const { counts, errors } = importation
  return {
    counts,
    errors: firstErrors(importation.inRowOrder(errors)),
    ...(importation.isMapped('occupants') && { alerts: alertsOf(importation) }),
  }
}

function alertsOf(importation: Importation): ImportForecast['alerts'] {
  const { alerted, unalerted } = importation.alerts
  const rows = importation.inRowOrder(unalerted).map(({ sheet, row, why, phone }): ImportError => {
    return { entity: 'occupants', sheet, row, message: unalertedTexts[why](formatPhone(phone)) }
  })
  const counts = unalertedReasons.map((reason) => [reason, unalerted.filter(({ why }) => why === reason).length] as const)
  return {
    alerted,
    unalerted: Object.fromEntries(counts) as Record<Unalerted, number>,
    rows: firstErrors(rows, { others: ['autre occupant', 'autres occupants'] }),
  }
}

/** Returns its id. */
async function beginImport(
  ctx: Ctx,
  { companyId, uploadId, packed, mappings }: { companyId: string; uploadId: string | null; packed: Buffer; mappings: ImportMappings },
): Promise<string> {
  return ctx.aside(async (work) => {
    const own = { ...ctx, ...work }
    await scopeToCompany(own, companyId)
    await readExported(own, companyId)
    const [made] = await work.tx.sql<{ id: string }>`
      insert into imports (company_id, account_id, upload_id, sheets, mappings)
      values (${companyId}, ${ctx.actor.accountId}, ${uploadId}, ${packed}, ${JSON.stringify(mappings)})
      returning id`
    const importId = made?.id ?? ''
    await audit(
      own,
      'company-imported',
      { importId, entities: Object.keys(mappings).filter((entity) => mappings[entity as ImportEntity]) },
      companyId,
    )
    await work.later(runImportJob, { companyId, importId })
    return importId
  })
}

/** In milliseconds: first and longest pause between two looks, and the longest wait. */
const [firstLook, lastLook, patience] = [25, 500, 15 * 60_000]

/** Holds no connection while waiting. A client that left asks `/importation/progress`. */
async function waitForEnd(ctx: Ctx, companyId: string, importId: string): Promise<ImportError[]> {
  for (let [rest, waited] = [firstLook, 0]; waited < patience; waited += rest, rest = Math.min(rest * 1.5, lastLook)) {
    const [found] = await ctx.aside(
      ({ tx }) =>
        tx.sql<{ state: ImportProgress['state'] }>`select state from imports where company_id = ${companyId} and id = ${importId}`,
    )
    if (found?.state === 'done') return ctx.aside((work) => readErrors(work, companyId, importId))
    if (!found || found.state === 'failed')
      throw new Problem(500, 'Impossible d’importer vos données pour le moment. Contactez le support.')
    await sleep(rest)
  }
  throw conflict('L’importation se poursuit. Vous verrez ici où elle en est.', { code: 'import-running' })
}

async function readErrors({ tx }: Work, companyId: string, importId: string): Promise<ImportError[]> {
  const [found] = await tx.sql<{ errors: ImportError[]; total: number }>`
    select jsonb_path_query_array(errors, '$[0 to $last]', jsonb_build_object('last', ${mostLooked - 1}::int)) as errors,
           jsonb_array_length(errors) as total
    from imports
    where company_id = ${companyId} and id = ${importId}`
  return found ? firstErrors(found.errors, found) : []
}

async function readProgress(ctx: Ctx, companyId: string, uploadId: string | null): Promise<ImportProgress | null> {
  const { tx } = ctx
  const [last] = await tx.sql<Omit<ImportProgress, 'errors' | 'places'> & { id: string }>`
    select id, upload_id as "uploadId", state, done, total
    from imports
    where company_id = ${companyId} and (${uploadId}::uuid is null or upload_id = ${uploadId})
    order by created_at desc, id desc
    limit 1`
  if (!last) return null
  const { id, ...progress } = last
  const [places] = await tx.sql<{ wanted: number; sought: number; lost: number }>`
    select count(*)::int as wanted, count(p.is_found)::int as sought, (count(*) filter (where not p.is_found))::int as lost
    from import_places p
    join sites s on s.company_id = p.company_id and s.id = p.site_id
    where p.company_id = ${companyId} and p.import_id = ${id}`
  const lost = await tx.sql<{ sheet: string; row: number; name: string }>`
    select p.sheet, p.row, s.name
    from import_places p
    join sites s on s.company_id = p.company_id and s.id = p.site_id
    where p.company_id = ${companyId} and p.import_id = ${id} and not p.is_found
    order by p.sheet, p.row
    limit ${mostLooked}`
  const notFound = lost.map(({ sheet, row, name }): ImportError => {
    const message = `L’adresse de «\u00a0${name}\u00a0» n’a pas été trouvée sur la carte.`
    return { entity: 'sites', sheet, row, message }
  })
  const others = ['autre adresse introuvable', 'autres adresses introuvables'] as const
  return {
    ...progress,
    errors: await readErrors(ctx, companyId, id),
    places: {
      wanted: places?.wanted ?? 0,
      sought: places?.sought ?? 0,
      notFound: firstErrors(notFound, { total: places?.lost ?? 0, others }),
    },
  }
}
