// An importation: what it knows of the company, what it has decided, and what it refused.
import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { ClientFields } from '@bordee/core/clients/client.ts'
import { Folders } from '@bordee/core/imports/folders.ts'
import { storable } from '@bordee/core/imports/found.ts'
import {
  type ImportCount,
  type ImportEntity,
  type ImportError,
  type ImportMappings,
  importEntities,
  type Unalerted,
} from '@bordee/core/imports/import.ts'
import { type MappedRow, type RowPlace, rowReader } from '@bordee/core/imports/mapped-rows.ts'
import { withoutPersonsAsSites } from '@bordee/core/imports/mappings.ts'
import { actingAs, type Ctx, type Work } from '../engine/ctx.ts'
import type { PackedSheet, ReadRow } from './uploads.ts'

export type Outcome = 'created' | 'updated' | 'unchanged'

/** What some rows ask for, written as a whole or not at all. */
export interface Plan {
  rows: readonly RowPlace[]
  /** One for each entity it concerns. */
  outcomes: readonly Outcome[]
}

/** How one entity is imported. */
export interface Importer<E extends ImportEntity, P extends Plan> {
  entity: E
  /** Plans per transaction. */
  atOnce: number
  /** Decides without writing, and refuses impossible rows. */
  plan(importation: Importation, rows: readonly MappedRow<E>[]): Promise<P[]>
  write(ctx: Ctx, importation: Importation, plans: readonly P[]): Promise<void>
  /** PostgreSQL refused the plan: rows linked to it are refused too. */
  undo?(importation: Importation, plan: P): void
}

export interface ImportationOptions {
  companyId: string
  /** Who imports. */
  accountId: string
  email: string
  /** Null for a forecast. */
  importId: string | null
  sheets: readonly PackedSheet[]
  mappings: ImportMappings
  /** Runs a short separate transaction. */
  aside: Work['aside']
}

export type ClientValues = { [K in keyof ClientFields]?: ClientFields[K] | undefined }

/** By the columns of the sites table. */
export interface SiteValues {
  name?: string
  type?: 'residential' | 'commercial'
  street?: string
  lat?: number | null
  lng?: number | null
  isInactive?: boolean
  civicNumber?: string | null
  apartment?: string | null
  city?: string | null
  notes?: string | null
  [column: string]: unknown
}

type ClientType = NonNullable<ClientValues['type']>

/** How long it may block others. */
const maxBlockMs = 10

export class Importation {
  readonly companyId: string
  readonly importId: string | null
  readonly mappings: ImportMappings
  readonly folders = new Folders()
  /** What the company has, by id; `types` also includes clients about to be created. */
  readonly held = { clients: new Map<string, ClientValues>(), sites: new Map<string, SiteValues>(), types: new Map<string, ClientType>() }
  readonly errors: ImportError[] = []
  readonly counts: { [E in ImportEntity]?: ImportCount } = {}
  /** How many occupants would receive alerts; and those who would not. */
  readonly alerts = { alerted: 0, unalerted: [] as (RowPlace & { why: Unalerted; phone?: string })[] }
  /** The dates of contract templates that this import creates. */
  readonly seasons = new Map<string, { startAt: string; endAt: string }>()
  /** The client and site of each row of a flat sheet. */
  readonly #clients = new Map<string, string>()
  readonly #sites = new Map<string, string>()
  /** Ids that this import is about to create. */
  readonly #made = new Set<string>()
  readonly #named: { table: string; id: string; name: string }[] = []
  #ids: string[] = []
  readonly #options: ImportationOptions
  #pausedAt = performance.now()

  constructor(options: ImportationOptions) {
    this.#options = options
    this.companyId = options.companyId
    this.importId = options.importId
    this.mappings = withoutPersonsAsSites(options.mappings)
  }

  get total(): number {
    return importEntities.reduce((sum, entity) => sum + (this.#sheetOf(entity)?.count ?? 0), 0)
  }

  /** A short transaction in the company's scope, acting as the importer. `platform`: it may read accounts. */
  async inCompany<T>(run: (ctx: Ctx) => Promise<T>, { platform = false } = {}): Promise<T> {
    const { companyId, accountId, email, aside } = this.#options
    return aside(async (work) => {
      await work.tx.scope({ companies: [companyId], account: accountId, platform })
      return run(actingAs(work, { accountId, email, role: 'admin', companyId }))
    })
  }

  sql<R>(text: TemplateStringsArray, ...values: unknown[]): Promise<R[]> {
    return this.inCompany(({ tx }) => tx.sql<R>(text, ...values))
  }

  /** Yields to others, if they have waited long enough. */
  async pause() {
    if (performance.now() - this.#pausedAt < maxBlockMs) return
    await setImmediate()
    this.#pausedAt = performance.now()
  }

  refuse(entity: ImportEntity, { sheet, row }: RowPlace, message: string) {
    this.errors.push({ entity, sheet, row, message: storable(message) })
    this.#count(entity).refused++
  }

  /** Row by row, as someone reads the file. */
  inRowOrder<P extends RowPlace>(places: readonly P[]): P[] {
    const sheets = this.#options.sheets.map(({ name }) => name)
    return places.toSorted((a, b) => sheets.indexOf(a.sheet) - sheets.indexOf(b.sheet) || a.row - b.row)
  }

  count(entity: ImportEntity, outcomes: readonly Outcome[]) {
    for (const outcome of outcomes) this.#count(entity)[outcome]++
  }

  #count(entity: ImportEntity): ImportCount {
    const count = this.counts[entity] ?? { created: 0, updated: 0, unchanged: 0, refused: 0 }
    this.counts[entity] = count
    return count
  }

  isMapped = (...entities: ImportEntity[]) => entities.some((entity) => this.mappings[entity])

  /** Whether both come from the same sheet. */
  isShared = (one: ImportEntity, other: ImportEntity) =>
    this.mappings[one] !== undefined && this.mappings[one].sheet === this.mappings[other]?.sheet

  /** The readable rows that concern an entity; the others are refused, unless `onlyLooking`. */
  async rowsOf<E extends ImportEntity>(entity: E, { onlyLooking = false } = {}): Promise<MappedRow<E>[]> {
    const sheet = this.#sheetOf(entity)
    const mapping = this.mappings[entity]
    if (!sheet || !mapping) return []
    this.#count(entity)
    const isShared = importEntities.some((other) => other !== entity && this.isShared(entity, other))
    const phonesKey = entity === 'occupants' || this.isShared(entity, 'occupants') ? this.mappings.occupants?.keyMappings.phone : undefined
    const read = rowReader(entity, mapping, sheet.columns, { isShared, phonesKey })
    const rows: MappedRow<E>[] = []
    for await (const some of sheet.pieces()) {
      for (const { row, cells } of some) {
        await this.pause()
        const found = read(cells)
        if (!found) continue
        const place = { sheet: sheet.name, row }
        if ('entities' in found) for (const one of found.entities) rows.push({ ...place, ...one })
        else if (!onlyLooking) {
          if ('problem' in found) this.refuse(entity, place, found.problem)
          if (found.unalerted) this.alerts.unalerted.push({ ...place, why: found.unalerted })
        }
      }
    }
    return rows
  }

  #sheetOf(entity: ImportEntity): PackedSheet | undefined {
    const name = this.mappings[entity]?.sheet
    return this.#options.sheets.find((sheet) => sheet.name === name)
  }

  /** Known before it is written, so that rows can link to it. Later ids sort later. */
  async newId(): Promise<string> {
    if (this.#ids.length === 0) {
      const made = await this.sql<{ id: string }>`select uuidv7() as id from generate_series(1, 1000)`
      this.#ids = made.map(({ id }) => id).toSorted()
    }
    return this.#ids.shift() as string
  }

  /** For a client or site that is not in the database yet. */
  noteNew = (id: string) => this.#made.add(id)
  isNew = (id: string) => this.#made.has(id)

  /** Services, messages and contract templates named in a forecast, where nothing is written. */
  noteNamed(table: string, name: string, id: string = randomUUID()) {
    if (this.importId === null) this.#named.push({ table, id, name })
  }
  madeIn = (table: string) => this.#named.filter((one) => one.table === table)

  noteClient = (row: RowPlace, id: string) => this.#clients.set(keyOf(row), id)
  noteSite = (row: RowPlace, id: string) => this.#sites.set(keyOf(row), id)
  clientOn = (row: RowPlace) => this.#clients.get(keyOf(row))
  siteOn = (row: RowPlace) => this.#sites.get(keyOf(row))

  /** Sheets with refused rows, and only those rows, to correct and import again. */
  refused() {
    const bySheet = Map.groupBy(this.errors, ({ sheet }) => sheet)
    return this.#options.sheets.flatMap(({ pieces, count: _, ...sheet }) => {
      const rows = bySheet.get(sheet.name)?.map(({ row }) => row)
      return rows ? [{ ...sheet, rows: onlyOf(pieces(), new Set(rows)) }] : []
    })
  }
}

async function* onlyOf(pieces: AsyncIterable<readonly ReadRow[]>, wanted: ReadonlySet<number>): AsyncGenerator<ReadRow> {
  for await (const rows of pieces) yield* rows.filter(({ row }) => wanted.has(row))
}

/** A plan only keeps a row's place; its values are in the plan. */
export const placeIn = ({ sheet, row }: RowPlace): RowPlace => ({ sheet, row })

const keyOf = ({ sheet, row }: RowPlace) => `${row}/${sheet}`
