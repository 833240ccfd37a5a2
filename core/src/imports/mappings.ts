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
    const mapped = (sheet: Sheet) => ({ sheet: sheet.name, keyMappings: guessedKeys(entity, sheet, mappings) })
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

/**
 * A note beside an address is about the address, and a service address is not also the billing address. An occupant with a
 * family name needs no whole name.
 */
function withoutRepeats(mappings: ImportMappings): ImportMappings {
  const { clients, sites } = mappings
  const isIn = (other: EntityMapping | undefined, sheet: string, key: string) =>
    other?.sheet === sheet && Object.values(other.keyMappings).includes(key)
  const isNeeded = (entity: ImportEntity, { sheet, keyMappings }: EntityMapping, field: string, key: string) => {
    if (entity === 'occupants' && field === 'name') return !('lastName' in keyMappings)
    if (entity === 'occupants' && field === 'notes') return !isIn(clients, sheet, key) && !isIn(sites, sheet, key)
    return !(entity === 'clients' && (field === 'notes' || field.startsWith('billing')) && isIn(sites, sheet, key))
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

/** The likeliest column for each field; none fills two fields of one entity. */
export function guessedKeys(entity: ImportEntity, sheet: Sheet, mappings: ImportMappings): Record<string, string> {
  const keys: Record<string, string> = {}
  const isTaken = (key: string) => Object.values(keys).includes(key)
  const links = linksInRow(entity, sheet, mappings)
  const isFlat = mappings.clients?.sheet === sheet.name
  const ranked = columnsOf(entity)
    .flatMap(({ field }) =>
      sheet.columns
        .filter(({ potentialEntityFields }) => !(isFlat && entity === 'sites' && field === 'name' && mayNamePerson(potentialEntityFields)))
        .map(({ normalizedKey, potentialEntityFields }) => ({
          field,
          key: normalizedKey,
          rank: potentialEntityFields.indexOf(fieldName(entity, field)),
        })),
    )
    .filter(({ field, rank }) => rank >= 0 && !links.includes(field))
    .toSorted((a, b) => a.rank - b.rank)
  for (const { field, key } of ranked) if (!(field in keys) && !isTaken(key)) keys[field] = key
  return keys
}

/** On a flat sheet « Nom » is a person: as the name of a site, it would make one site of all that person's addresses. */
const mayNamePerson = (fields: readonly string[]) => personNames.some((name) => fields.includes(name))
const personNames = ['clients.name', 'clients.lastName', 'occupants.name', 'occupants.lastName']

/** The same, for mappings that a user chose or a program sent. */
export function withoutPersonsAsSites(mappings: ImportMappings): ImportMappings {
  const { sites } = mappings
  if (!sites) return mappings
  const { name, ...others } = sites.keyMappings
  const isPerson = personNames.some((named) => {
    const [entity, field] = named.split('.') as [ImportEntity, string]
    return mappings[entity]?.sheet === sites.sheet && mappings[entity].keyMappings[field] === name
  })
  return name && isPerson ? { ...mappings, sites: { sheet: sites.sheet, keyMappings: others } } : mappings
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
    'sites.city': has('address') || has('street'), // many lists are of one town, or of streets everybody knows
    'sites.zip': true, // many lists have no postal codes, and a site doesn't need one
    'occupants.communicationMethod': true,
    'contracts.serviceLink': has('lineName'),
    'contracts.serviceQuantity': true, // defaults to one
  }
  const isKnown = (field: string) => {
    if (field === 'siteLink') return isInRow('sites') && entity !== 'sites'
    if (field === 'clientLink') return isInRow('clients') || has('siteLink') || isInRow('sites')
    return known[fieldName(entity, field)] ?? false
  }
  return columnsOf(entity).filter(({ field, required }) => required && !has(field) && !isKnown(field))
}
