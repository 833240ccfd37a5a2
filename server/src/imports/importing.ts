import { setTimeout as sleep } from 'node:timers/promises'
import type { SheetColumn, SheetShape } from '@bordee/core/imports/columns.ts'
import {
  type Cell,
  type ImportEntity,
  type ImportError,
  type ImportMappings,
  type ImportProgress,
  importEntities,
} from '@bordee/core/imports/import.ts'
import type { importCalls } from '@bordee/core/imports/imports.calls.ts'
import { conflict, type FormErrors, invalid, notFound, Problem } from '@bordee/core/problem.ts'
import { required } from '@bordee/core/wire.ts'
import { scopeToCompany } from '../companies/company-settings.ts'
import { audit } from '../engine/audit.ts'
import { type Ctx, companyOf, type Handlers } from '../engine/ctx.ts'
import { Shares } from '../engine/shares.ts'
import { writeWorkbook } from '../engine/spreadsheets.ts'
import { readExported } from './company-export.ts'
import { importAll } from './importers.ts'
import { runImportJob } from './importing.jobs.ts'
import { Run } from './run.ts'
import { findUpload, packSheets, type ReadSheet, unpackSheets } from './uploads.ts'

export const importingHandlers: Pick<Handlers<typeof importCalls>, 'runImport' | 'getImportProgress' | 'exportRefused'> = {
  async runImport(ctx, { data, companyId = companyOf(ctx), dryRun = false, ...mappings }) {
    await ctx.aside((work) => refuseClosed({ ...ctx, ...work }, companyId))
    const packed = await packedSheets(ctx, data)
    const sheets = await unpackSheets(packed)
    refuseBadMappings(mappings, sheets)
    if (dryRun) return forecasts.run(companyId, () => forecast(ctx, companyId, sheets, mappings))
    const importId = await beginImport(ctx, { companyId, uploadId: data.uploadId ?? null, packed, mappings })
    return waitForEnd(ctx, companyId, importId)
  },

  async getImportProgress(ctx, { companyId = companyOf(ctx) }) {
    await scopeToCompany(ctx, companyId)
    await readExported(ctx, companyId)
    return readProgress(ctx, companyId)
  },

  async exportRefused(ctx, { companyId = companyOf(ctx) }) {
    await scopeToCompany(ctx, companyId)
    const [last] = await ctx.tx.sql<{ sheets: Buffer; errors: ImportError[] }>`
      select sheets, errors from imports where company_id = ${companyId} and state = 'done' order by created_at desc, id desc limit 1`
    if (!last) throw notFound('Importation')
    const sheets = await unpackSheets(last.sheets)
    return { bytes: await writeWorkbook(sheets.map((sheet, at) => refusedSheet(sheet, at, last.errors))), name: 'lignes-refusees.xlsx' }
  },
}

/** Nobody enters a company that is archived or switched off; neither does a file. */
async function refuseClosed(ctx: Ctx, companyId: string) {
  await scopeToCompany(ctx, companyId)
  const [company] = await ctx.tx.sql<{ isClosed: boolean }>`
    select archived_at is not null or not is_active as "isClosed" from companies where id = ${companyId}`
  if (!company) throw notFound('Compagnie')
  if (company.isClosed) throw conflict('Cette compagnie est archivée\u00a0: restaurez-la avant d’y importer.', { code: 'company-archived' })
}

/** A forecast takes a core for as long as the import would: a company has one at a time. */
const forecasts = new Shares(1, { longest: 5 })

async function packedSheets(
  ctx: Ctx,
  { uploadId, sheets }: { uploadId?: string | undefined; sheets?: { name: string; content: Record<string, Cell>[] }[] | undefined },
): Promise<Buffer> {
  const { accountId } = ctx.actor
  if (uploadId) return ctx.aside((work) => findUpload(work, { accountId, uploadId }))
  if (!sheets) throw invalid({ data: { uploadId: required } })
  return packSheets(sheets.map(asRead))
}

/** Sent along as they are read by `validate`: below a line of headings. */
function asRead({ name, content }: { name: string; content: Record<string, Cell>[] }): ReadSheet {
  const keys = [...new Set(content.flatMap((row) => Object.keys(row)))]
  return {
    name,
    file: '',
    columns: keys.map((key) => ({ normalizedKey: key, originalKey: key, potentialEntityFields: [] })),
    rows: content.map((row, at) => ({ row: at + 2, cells: keys.map((key) => row[key] ?? null) })),
  }
}

function refuseBadMappings(mappings: ImportMappings, sheets: readonly ReadSheet[]) {
  const errors: FormErrors = {}
  for (const entity of importEntities) {
    const mapping = mappings[entity]
    if (!mapping) continue
    const sheet = sheets.find(({ name }) => name === mapping.sheet)
    const keys = new Set(sheet?.columns.map(({ normalizedKey }) => normalizedKey))
    const unknown = Object.entries(mapping.keyMappings).filter(([, key]) => !keys.has(key))
    if (!sheet) errors[entity] = { sheet: 'Cette feuille n’existe pas.' }
    else if (unknown.length > 0)
      errors[entity] = Object.fromEntries(unknown.map(([field]) => [`keyMappings.${field}`, 'Cette colonne n’existe pas.']))
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  if (importEntities.every((entity) => !mappings[entity])) throw invalid({ data: { sheets: 'Choisissez au moins une feuille.' } })
}

async function forecast(ctx: Ctx, companyId: string, sheets: readonly ReadSheet[], mappings: ImportMappings) {
  await ctx.aside(async ({ tx }) => readExported({ ...ctx, tx }, companyId))
  const run = new Run({
    companyId,
    accountId: ctx.actor.accountId,
    email: ctx.actor.email,
    importId: null,
    sheets,
    mappings,
    aside: (step) => ctx.aside(step),
  })
  await importAll(run, async () => undefined)
  return { counts: run.counts, errors: run.errors }
}

/** Answers its id. */
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

/** Milliseconds between two looks, at first and at most; and how long one waits at all. */
const [firstLook, lastLook, patience] = [25, 500, 15 * 60_000]

/** Holds no connection meanwhile. Who went away asks `/importation/progress`. */
async function waitForEnd(ctx: Ctx, companyId: string, importId: string): Promise<ImportError[]> {
  for (let [rest, waited] = [firstLook, 0]; waited < patience; waited += rest, rest = Math.min(rest * 1.5, lastLook)) {
    const [found] = await ctx.aside(
      ({ tx }) => tx.sql<{ state: ImportProgress['state']; errors: ImportError[] }>`
        select state, case when state = 'done' then errors else '[]' end as errors from imports where company_id = ${companyId} and id = ${importId}`,
    )
    if (found?.state === 'done') return found.errors
    if (!found || found.state === 'failed')
      throw new Problem(500, "Impossible d'importer vos données pour le moment. Contactez le support.")
    await sleep(rest)
  }
  throw conflict('L’importation se poursuit. Vous verrez ici où elle en est.', { code: 'import-running' })
}

async function readProgress({ tx }: Ctx, companyId: string): Promise<ImportProgress | null> {
  const [last] = await tx.sql<ImportProgress & { id: string }>`
    select id, upload_id as "uploadId", state, done, total, errors
    from imports
    where company_id = ${companyId}
    order by created_at desc, id desc
    limit 1`
  if (!last) return null
  const { id, ...progress } = last
  const places = await tx.sql<{ isFound: boolean | null; sheet: string; row: number; name: string }>`
    select p.is_found as "isFound", p.sheet, p.row, s.name
    from import_places p
    join sites s on s.company_id = p.company_id and s.id = p.site_id
    where p.company_id = ${companyId} and p.import_id = ${id}
    order by p.sheet, p.row`
  const notFound = places.filter(({ isFound }) => isFound === false)
  return {
    ...progress,
    places: {
      wanted: places.length,
      sought: places.filter(({ isFound }) => isFound !== null).length,
      notFound: notFound.map(({ sheet, row, name }) => ({
        entity: 'sites',
        sheet,
        row,
        message: `L’adresse de «\u00a0${name}\u00a0» n’a pas été trouvée sur la carte.`,
      })),
    },
  }
}

/** Excel takes no longer name, and none of these characters. */
const tabName = (name: string, at: number) => `${name.replace(/[\\/?*[\]:]/g, ' ').slice(0, 26)}${at > 0 ? ` (${at + 1})` : ''}`

/** As it came, and why each row was refused. */
function refusedSheet(
  { name, columns, rows }: ReadSheet,
  at: number,
  errors: readonly ImportError[],
): { shape: SheetShape; rows: Record<string, unknown>[] } {
  const why = Map.groupBy(
    errors.filter(({ sheet }) => sheet === name),
    ({ row }) => row,
  )
  const own = columns.map(({ originalKey }, index): SheetColumn => ({ field: String(index), header: originalKey }))
  return {
    shape: { name: tabName(name, at), columns: [...own, { field: 'why', header: 'Problème', kind: 'long' }] },
    rows: rows.map(({ row, cells }) => ({
      ...Object.fromEntries(cells.entries()),
      why: why
        .get(row)
        ?.map(({ message }) => message)
        .join(' '),
    })),
  }
}
