import { type ClientFields, clientFields, withoutContact } from '@bordee/core/clients/client.ts'
import type { ClientRow, KnownClient, WrittenPlace } from '@bordee/core/imports/folders.ts'
import type { MappedRow, RowPlace } from '@bordee/core/imports/mapped-rows.ts'
import { nameKey } from '@bordee/core/imports/names.ts'
import { required } from '@bordee/core/wire.ts'
import { insertClients, updateClients } from '../clients/client-changes.ts'
import { placeOf } from './held-folders.ts'
import { type ClientValues, type Importation, type Importer, type Plan, placeIn } from './importation.ts'
import { changesOf, outcomeOf } from './planning.ts'

interface ClientPlan extends Plan {
  id: string
  isNew: boolean
  values: ClientValues
}

export const clientImporter: Importer<'clients', ClientPlan> = {
  entity: 'clients',
  atOnce: 1000,

  async plan(importation, rows) {
    const numbers = new Set(rows.flatMap(({ values }) => (values.number ? [nameKey(values.number)] : [])))
    const served = await servedAt(importation)
    const drafts = new Map<string, { known: KnownClient; isNew: boolean; said: ClientValues; rows: RowPlace[] }>()
    for (const row of rows) {
      await importation.pause()
      const found = await match(importation, row, served.get(row.row), numbers)
      if ('problem' in found) {
        importation.refuse('clients', row, found.problem)
        continue
      }
      const { known, isNew } = found
      const draft = drafts.get(known.id) ?? { known, isNew, said: {}, rows: [] }
      draft.said = { ...withoutLostZeros(row.values, known), ...draft.said } // of several rows the first wins
      draft.rows.push(placeIn(row))
      drafts.set(known.id, draft)
      importation.noteClient(row, known.id)
    }
    if (served.size > 0) noteContinued(importation, [...served.keys(), ...rows.map(({ row }) => row)])
    const plans: ClientPlan[] = []
    for (const draft of drafts.values()) {
      await importation.pause()
      plans.push(planned(importation, draft))
    }
    return plans.toSorted(numberedFirst)
  },

  async write({ tx }, { companyId }, plans) {
    await insertClients(
      tx,
      plans.filter(({ isNew }) => isNew).map(({ id, values }) => ({ ...blank, ...values, id, companyId })),
    )
    await updateClients(
      tx,
      companyId,
      plans.filter(({ isNew }) => !isNew).map(({ id, values }) => ({ id, ...values })),
    )
  },

  undo(importation, { id, isNew }) {
    if (isNew) importation.folders.removeClient(id)
  },
}

/** All columns in every row, so that one statement writes them all. */
const blank = Object.fromEntries(Object.keys(clientFields.shape).map((field) => [field, null])) as Record<keyof ClientFields, null>

/** Rows with a number first: the database must not assign a number that the file gives to another client. */
const numberedFirst = (a: ClientPlan, b: ClientPlan) => Number(!a.values.number) - Number(!b.values.number)

type Matched = { known: KnownClient; isNew: boolean } | { problem: string }

async function match(
  importation: Importation,
  { values }: MappedRow<'clients'>,
  at: WrittenPlace | undefined,
  numbers: ReadonlySet<string>,
): Promise<Matched> {
  const { folders } = importation
  const { number, name, email, phone } = values
  const place = placeOf(values, 'billing')
  if (!name) {
    const found = number ? folders.findClient(number) : { none: true as const }
    return 'one' in found ? { known: found.one, isNew: importation.isNew(found.one.id) } : { problem: `Nom\u00a0: ${required}` }
  }
  const row = { name, place, email, phone, ...(number && { number }), ...(at && { at }) }
  const found = folders.matchClient(row, (held) => numbers.has(nameKey(held)))
  if ('problem' in found) return found
  if ('none' in found) {
    const known: KnownClient = {
      id: await importation.newId(),
      number: number ?? null,
      name,
      place,
      email,
      phone,
      ...(at && { served: [at] }),
    }
    folders.addClient(known)
    importation.noteNew(known.id)
    return { known, isNew: true }
  }
  noteContacts(found.one, row)
  return { known: found.one, isNew: importation.isNew(found.one.id) }
}

/** Adds a row's contacts to what is known of a client, for comparing the next rows. */
function noteContacts(known: KnownClient, { email, phone, at }: ClientRow) {
  known.email ??= email
  known.phone ??= phone
  known.served ??= []
  if (at) known.served.push(at)
}

/** « 8 » that matched 008 is not a new number. */
function withoutLostZeros({ number, ...values }: ClientValues, known: KnownClient): ClientValues {
  const isLost = number && known.number && known.number !== number && known.number.replace(/^0+/, '') === number
  return number && !isLost ? { number, ...values } : values
}

function planned(
  importation: Importation,
  { known, isNew, said, rows }: { known: KnownClient; isNew: boolean; said: ClientValues; rows: RowPlace[] },
): ClientPlan {
  const held = importation.held.clients.get(known.id)
  const type = said.type ?? held?.type ?? 'residential'
  importation.held.types.set(known.id, type)
  const wanted = { ...said, ...withoutContact(type), ...(isNew && { type }) }
  const values = isNew ? wanted : changesOf(held ?? {}, wanted)
  if (!isNew && (values.name !== undefined || values.number !== undefined)) {
    importation.folders.removeClient(known.id)
    importation.folders.addClient({ ...known, name: values.name ?? known.name, number: values.number ?? known.number })
  }
  return { id: known.id, isNew, values, rows, outcomes: [outcomeOf(isNew, values)] }
}

/** Where a flat sheet says that each row's client is served. */
async function servedAt(importation: Importation): Promise<Map<number, WrittenPlace>> {
  if (!importation.isShared('clients', 'sites')) return new Map()
  const places = new Map<number, WrittenPlace>()
  for (const { row, values } of await importation.rowsOf('sites', { onlyLooking: true })) places.set(row, values)
  return places
}

/** On a flat sheet, an address without a client is one more site of the client above. */
function noteContinued(importation: Importation, rows: readonly number[]) {
  const sheet = importation.mappings.clients?.sheet ?? ''
  const refused = new Set(importation.errors.flatMap((error) => (error.entity === 'clients' ? [error.row] : [])))
  let above: string | undefined
  for (const row of [...new Set([...rows, ...refused])].toSorted((a, b) => a - b)) {
    const own = importation.clientOn({ sheet, row })
    if (own || refused.has(row)) above = own
    else if (above) importation.noteClient({ sheet, row }, above)
  }
}
