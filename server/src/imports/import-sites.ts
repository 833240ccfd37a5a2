import { isSamePlace, type KnownSite, placeLine, type WrittenPlace } from '@bordee/core/imports/folders.ts'
import { quoted } from '@bordee/core/imports/found.ts'
import type { MappedRow, RowPlace } from '@bordee/core/imports/mapped-rows.ts'
import { required } from '@bordee/core/wire.ts'
import { insertMany } from '../engine/db/bulk.ts'
import { insertSites, updateSites } from '../sites/site-changes.ts'
import { placeOf } from './held-folders.ts'
import { type Importation, type Importer, type Plan, placeIn, type SiteValues } from './importation.ts'
import { clientOf } from './links.ts'
import { changesOf, hasLines, joinedNotes, outcomeOf } from './planning.ts'

interface SitePlan extends Plan {
  id: string
  clientId: string
  isNew: boolean
  values: SiteValues
}

const longestName = 50

export const siteImporter: Importer<'sites', SitePlan> = {
  entity: 'sites',
  atOnce: 1000,

  async plan(importation, rows) {
    const drafts = new Map<string, Draft>()
    const isFlat = importation.isShared('sites', 'clients')
    for (const row of rows) {
      await importation.pause()
      const found = await match(importation, row, (id) => drafts.get(id))
      if ('problem' in found) {
        importation.refuse('sites', row, found.problem)
        continue
      }
      const { known } = found
      const draft = drafts.get(known.id) ?? { known, said: {}, rows: [] }
      const notes = isFlat ? joinedNotes(draft.said.notes, row.values.notes) : (draft.said.notes ?? row.values.notes)
      draft.said = { ...columnsOf(row.values), ...draft.said, ...(notes !== undefined && { notes }) } // of several rows the first wins
      draft.rows.push(placeIn(row))
      drafts.set(known.id, draft)
      importation.noteSite(row, known.id)
    }
    const plans: SitePlan[] = []
    for (const draft of drafts.values()) {
      await importation.pause()
      plans.push(planned(importation, draft))
    }
    return plans
  },

  async write({ tx }, { companyId, importId }, plans) {
    const made = plans.filter(({ isNew }) => isNew)
    await insertSites(
      tx,
      made.map(({ id, clientId, values }) => ({ ...blank, ...values, id, clientId, companyId })),
    )
    await updateSites(
      tx,
      companyId,
      plans.filter(({ isNew }) => !isNew).map(({ id, values }) => ({ id, ...values })),
    )
    const lost = made.filter(({ values }) => values.lat === undefined)
    await insertMany(
      tx,
      'import_places',
      lost.map(({ id: siteId, rows: [row] }) => ({ companyId, importId, siteId, sheet: row?.sheet, row: row?.row })),
    )
  },

  undo(importation, { id, isNew }) {
    if (isNew) importation.folders.removeSite(id)
  },
}

interface Draft {
  known: KnownSite
  said: SiteValues
  rows: RowPlace[]
}

/** All columns in every row, so that one statement writes them all. */
const blank = {
  notes: null,
  civicNumber: null,
  apartment: null,
  zip: null,
  city: null,
  state: null,
  country: null,
  lat: null,
  lng: null,
  isInactive: false,
}

function columnsOf({ clientLink: _, latitude: lat, longitude: lng, ...values }: MappedRow<'sites'>['values']): SiteValues {
  return { ...values, ...(lat !== undefined && { lat, lng: lng ?? null }) } as SiteValues
}

/** `spokenOf`: what earlier rows said of a site. */
async function match(
  importation: Importation,
  row: MappedRow<'sites'>,
  spokenOf: (id: string) => Draft | undefined,
): Promise<{ known: KnownSite } | { problem: string }> {
  const client = clientOf(importation, 'sites', row)
  if ('problem' in client) return client
  const { values } = row
  const place = placeOf(values)
  if (!values.name && !place.street) return { problem: `Rue\u00a0: ${required}` }
  const found = importation.folders.matchSite(client.id, { name: values.name, place })
  if ('problem' in found) return found
  if ('one' in found) {
    const before = placeOf(spokenOf(found.one.id)?.said ?? {})
    const isOther = before.street && place.street && !isSamePlace(before, place)
    if (!isOther) return { known: found.one }
    if (values.name) return { problem: twoPlaces(values.name, before, place) }
  }
  if (!place.street) return { problem: `Rue\u00a0: ${required}` }
  const name = values.name ?? importation.folders.nameFor(client.id, place, longestName)
  const known = { id: await importation.newId(), clientId: client.id, name, place }
  importation.folders.addSite(known)
  importation.noteNew(known.id)
  return { known }
}

const twoPlaces = (name: string, ...places: WrittenPlace[]) => {
  const lines = places.map((place) => quoted([placeLine(place), place.city].filter(Boolean).join(', ')))
  return `${quoted(name)} est à deux adresses chez ce client\u00a0: ${lines.join(' et ')}. Donnez-leur des noms différents.`
}

function planned(importation: Importation, { known, said, rows }: Draft): SitePlan {
  const { id, clientId, name } = known
  const isNew = importation.isNew(id)
  const held = importation.held.sites.get(id) ?? {}
  // The rows that were refused come back alone: their note is one of several that the site has.
  const isNoted = importation.isShared('sites', 'clients') && hasLines(held.notes ?? '', said.notes ?? '')
  const values = isNew
    ? { name, type: importation.held.types.get(clientId) ?? 'residential', ...said }
    : changesOf(held, isNoted ? { ...said, notes: undefined } : said)
  return { id, clientId, isNew, values, rows, outcomes: [outcomeOf(isNew, values)] }
}
