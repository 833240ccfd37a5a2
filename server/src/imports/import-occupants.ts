import type { MappedRow, RowPlace } from '@bordee/core/imports/mapped-rows.ts'
import { isNearName, nameKey } from '@bordee/core/imports/names.ts'
import { type OccupantFields, occupantFields } from '@bordee/core/occupants/occupant.ts'
import { required } from '@bordee/core/wire.ts'
import { unsubscribeMany } from '../alerts/subscriptions.ts'
import { keyed } from '../engine/db/columns.ts'
import { importOccupants, updateOccupants } from '../occupants/occupants.queries.ts'
import { type Importation, type Importer, type Plan, placeIn } from './importation.ts'
import { siteOf } from './links.ts'
import { changesOf, outcomeOf } from './planning.ts'

type Values = Partial<OccupantFields>

interface OccupantPlan extends Plan {
  id: string
  siteId: string
  isNew: boolean
  values: Values
  /** The phone wants no alerts. A spreadsheet can't resubscribe one: consent must be proven. */
  unsubscribes: string | null
}

interface Known {
  id: string
  isNew: boolean
  held: Values
}

interface Draft {
  known: Known
  siteId: string
  said: Values
  isLandline: boolean
  unsubscribed: boolean
  rows: RowPlace[]
}

export const occupantImporter: Importer<'occupants', OccupantPlan> = {
  entity: 'occupants',
  atOnce: 1000,

  async plan(importation, rows) {
    const placed: { row: MappedRow<'occupants'>; siteId: string }[] = []
    for (const row of rows) {
      await importation.pause()
      const site = siteOf(importation, 'occupants', row)
      if ('problem' in site) importation.refuse('occupants', row, site.problem)
      else if (!row.values.phone) {
        importation.refuse('occupants', row, `Téléphone\u00a0: ${required}`)
        importation.alerts.unalerted.push({ ...placeIn(row), why: 'phone' })
      } else placed.push({ row, siteId: site.id })
    }
    const known = await knownOccupants(importation)
    const drafts = new Map<string, Draft>()
    const claim = (row: MappedRow<'occupants'>, siteId: string, one: Known) => {
      const draft = drafts.get(one.id) ?? {
        known: one,
        siteId,
        said: {},
        isLandline: row.isLandline ?? false,
        unsubscribed: false,
        rows: [],
      }
      const { communicationMethod: alertMethod, unsubscribed = false } = row.values
      Object.assign(draft.said, ownFields({ ...row.values, alertMethod }))
      draft.unsubscribed ||= unsubscribed
      draft.rows.push(placeIn(row))
      drafts.set(one.id, draft)
    }
    // Exact matches first: a remaining row may be someone whose phone or name was corrected.
    const others: typeof placed = []
    for (const { row, siteId } of placed) {
      await importation.pause()
      const same = known.get(siteId)?.find(({ held }) => held.phone === row.values.phone && nameOf(held) === nameOf(row.values))
      if (same) claim(row, siteId, same)
      else others.push({ row, siteId })
    }
    for (const { row, siteId } of others) {
      await importation.pause()
      const here = known.get(siteId) ?? []
      const one = here.find(
        ({ id, held }) => isPerhaps(held, row.values) && (!drafts.has(id) || isSaidAlready(drafts.get(id)?.said, row.values)),
      )
      const made: Known = one ?? { id: await importation.newId(), isNew: true, held: { ...row.values } }
      if (!one) known.set(siteId, [...here, made])
      claim(row, siteId, made)
    }
    const unsubscribed = await unsubscribedPhones(importation)
    const plans: OccupantPlan[] = []
    for (const draft of drafts.values()) {
      await importation.pause()
      noteAlerts(importation, draft, unsubscribed)
      plans.push(planned(draft, unsubscribed))
    }
    return plans
  },

  async write(ctx, { companyId }, plans) {
    await importOccupants(
      ctx.tx,
      plans.filter(({ isNew }) => isNew).map(({ id, siteId, values }) => ({ ...blank, ...values, id, siteId, companyId })),
    )
    await updateOccupants(
      ctx.tx,
      companyId,
      plans.filter(({ isNew, values }) => !isNew && Object.keys(values).length > 0).map(({ id, values }) => ({ id, ...values })),
    )
    const phones = plans.flatMap(({ unsubscribes }) => unsubscribes ?? [])
    await unsubscribeMany(ctx, {
      companyId,
      accountId: ctx.actor.accountId,
      request: 'Importation',
      phones: phones.map((phone) => ({ phone, since: ctx.now })),
    })
  },
}

const fields = Object.keys(occupantFields.shape)
const blank = { ...Object.fromEntries(fields.map((field) => [field, null])), alertMethod: 'sms' as const }

/** Without links and gaps. */
const ownFields = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([field, value]) => fields.includes(field) && value !== undefined)) as Values

const nameOf = ({ firstName, lastName }: { firstName?: string | null | undefined; lastName?: string | null | undefined }) =>
  nameKey([firstName, lastName].filter(Boolean).join(' '))

/** The same phone with a missing or corrected name, or the same name with another phone. */
function isPerhaps(held: Values, said: MappedRow<'occupants'>['values']): boolean {
  const names = [nameOf(held), nameOf(said)]
  if (held.phone === said.phone) return names[0] === names[1] || names.includes('') || isNearName(names[0] ?? '', names[1] ?? '')
  return names[0] !== '' && names[0] === names[1]
}

/** Two rows of one person: the same phone and name. */
const isSaidAlready = (said: Values | undefined, values: MappedRow<'occupants'>['values']) =>
  said?.phone === values.phone && nameOf(said ?? {}) === nameOf(values)

function planned({ known: { id, isNew, held }, siteId, said, unsubscribed, rows }: Draft, already: ReadonlySet<string>): OccupantPlan {
  const phone = said.phone ?? held.phone ?? ''
  const unsubscribes = unsubscribed && !already.has(phone) ? phone : null
  const values = isNew ? said : changesOf(held, said)
  const outcome = outcomeOf(isNew, unsubscribes ? { ...values, unsubscribes } : values)
  return { id, siteId, isNew, values, unsubscribes, rows, outcomes: [outcome] }
}

function noteAlerts(
  { alerts }: Importation,
  { known: { held }, said, isLandline, unsubscribed, rows: [row] }: Draft,
  already: ReadonlySet<string>,
) {
  const isText = (said.alertMethod ?? held.alertMethod ?? blank.alertMethod) === 'sms'
  const { phone = '' } = said
  const why = unsubscribed || already.has(phone) ? 'unsubscribed' : isLandline && isText ? 'landline' : undefined
  if (!why) alerts.alerted++
  else if (row) alerts.unalerted.push({ ...row, why, phone })
}

const piece = 2000

async function knownOccupants(importation: Importation): Promise<Map<string, Known[]>> {
  const bySite = new Map<string, Known[]>()
  for (let after: string | null = null; ; ) {
    const rows: (Values & { id: string; siteId: string })[] = await importation.sql<Values & { id: string; siteId: string }>`
      select id, site_id as "siteId", ${keyed(fields)}
      from occupants
      where company_id = ${importation.companyId} and (${after}::uuid is null or id > ${after}::uuid)
      order by id
      limit ${piece}`
    for (const { id, siteId, ...held } of rows) {
      const list = bySite.get(siteId)
      if (list) list.push({ id, isNew: false, held })
      else bySite.set(siteId, [{ id, isNew: false, held }])
    }
    if (rows.length < piece) return bySite
    after = rows.at(-1)?.id ?? null
    await importation.pause()
  }
}

export async function unsubscribedPhones(importation: Importation): Promise<Set<string>> {
  const rows = await importation.sql<{ phone: string }>`select phone from unsubscribed_phones where company_id = ${importation.companyId}`
  return new Set(rows.map(({ phone }) => phone))
}
