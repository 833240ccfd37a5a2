// Which sheet an entity comes from and which column fills which field: the first proposal, and what is missing.
import { importSheets, type SheetColumn } from './columns.ts'
import { fieldName, subjectOf } from './guesses.ts'
import { type EntityMapping, type ImportEntity, type ImportMappings, importEntities, type UploadedSheet } from './import.ts'

const columnsOf = (entity: ImportEntity): readonly SheetColumn[] => importSheets[entity].columns

type Sheet = Pick<UploadedSheet, 'name' | 'columns'>

/** The wizard's first proposal. A flat sheet (client, address and phone per row) provides three entities at once. */
export function proposedMappings(sheets: readonly Sheet[]): ImportMappings {
  const mappings: ImportMappings = {}
  for (const entity of importEntities) {
    const named = sheets.filter(({ name }) => subjectOf(name) === entity)
    const among = named.length > 0 ? named : sheets.filter(({ name }) => mayBeFlat(entity, name))
    const mapped = (sheet: Sheet) => ({ sheet: sheet.name, keyMappings: guessedKeys(entity, sheet, linksInRow(entity, sheet, mappings)) })
    const [best] = among
      .map(mapped)
      .filter((mapping) => missingFields(entity, mapping, mappings).length === 0)
      .toSorted((a, b) => Object.keys(b.keyMappings).length - Object.keys(a.keyMappings).length)
    const chosen = best ?? (named[0] && mapped(named[0]))
    if (chosen) mappings[entity] = chosen
  }
  return withoutRepeats(mappings)
}

/** Entities in the same row need no link: that column may mean something else, such as who is alerted. */
function linksInRow(entity: ImportEntity, { name }: Sheet, { clients, sites }: ImportMappings): string[] {
  const isInRow = (other: EntityMapping | undefined) => other?.sheet === name
  if (entity === 'sites') return isInRow(clients) ? ['clientLink'] : []
  return [...(isInRow(clients) || isInRow(sites) ? ['clientLink'] : []), ...(isInRow(sites) ? ['siteLink'] : [])]
}

/** A column used for the client is not used for his site too, nor a service address also for billing. */
function withoutRepeats(mappings: ImportMappings): ImportMappings {
  const { clients, sites } = mappings
  const ofSites = new Set(Object.values(sites?.keyMappings ?? {}))
  const isNeeded = (entity: ImportEntity, { sheet, keyMappings }: EntityMapping, field: string, key: string) => {
    if (entity === 'occupants' && field === 'name') return !('lastName' in keyMappings)
    if (entity !== 'clients' && clients?.sheet === sheet) {
      if (field === 'notes' && clients.keyMappings.notes === key) return false
      if (entity === 'sites' && field === 'name' && clients.keyMappings.name === key) return false
    }
    return !(entity === 'clients' && sites?.sheet === sheet && field.startsWith('billing') && ofSites.has(key))
  }
  const entries = Object.entries(mappings) as [ImportEntity, EntityMapping][]
  return Object.fromEntries(
    entries.map(([entity, mapping]) => {
      const kept = Object.entries(mapping.keyMappings).filter(([field, key]) => isNeeded(entity, mapping, field, key))
      return [entity, { sheet: mapping.sheet, keyMappings: Object.fromEntries(kept) }]
    }),
  )
}

/** Sheets about something else, or about several things, are searched only for clients, sites and occupants. */
const inFlatSheets: readonly ImportEntity[] = ['clients', 'sites', 'occupants']
function mayBeFlat(entity: ImportEntity, sheet: string): boolean {
  const subject = subjectOf(sheet)
  return inFlatSheets.includes(entity) && (subject === undefined || inFlatSheets.includes(subject))
}

/** The likeliest column for each field; none fills two fields of one entity. `without`: fields that need none. */
export function guessedKeys(entity: ImportEntity, { columns }: Sheet, without: readonly string[] = []): Record<string, string> {
  const keys: Record<string, string> = {}
  const isTaken = (key: string) => Object.values(keys).includes(key)
  const ranked = columnsOf(entity)
    .flatMap(({ field }) =>
      columns.map(({ normalizedKey, potentialEntityFields }) => ({
        field,
        key: normalizedKey,
        rank: potentialEntityFields.indexOf(fieldName(entity, field)),
      })),
    )
    .filter(({ field, rank }) => rank >= 0 && !without.includes(field))
    .toSorted((a, b) => a.rank - b.rank)
  for (const { field, key } of ranked) if (!(field in keys) && !isTaken(key)) keys[field] = key
  return keys
}

/**
 * Required fields without a column. In a flat sheet the same row provides the links; a full address may be in one
 * column, and it names a site that has no name.
 */
export function missingFields(entity: ImportEntity, mapping: EntityMapping, mappings: ImportMappings): SheetColumn[] {
  const has = (field: string) => field in mapping.keyMappings
  const isInRow = (other: ImportEntity) => mappings[other]?.sheet === mapping.sheet
  const known: Record<string, boolean> = {
    'sites.clientLink': isInRow('clients'),
    'sites.name': has('address') || has('street'),
    'sites.civicNumber': has('address'),
    'sites.street': has('address'),
    'sites.city': has('address'),
    'sites.zip': true, // many lists have no postal codes, and a site doesn't need one
    'occupants.communicationMethod': true,
    'contracts.serviceQuantity': true, // defaults to one
  }
  const isKnown = (field: string) => {
    if (field === 'siteLink') return isInRow('sites') && entity !== 'sites'
    if (field === 'clientLink') return isInRow('clients') || has('siteLink') || isInRow('sites')
    return known[fieldName(entity, field)] ?? false
  }
  return columnsOf(entity).filter(({ field, required }) => required && !has(field) && !isKnown(field))
}
