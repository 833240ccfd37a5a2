import { importSheets } from '@bordee/core/imports/columns.ts'
import { type EntityMapping, type ImportEntity, type ImportMappings, importEntities } from '@bordee/core/imports/import.ts'
import { type FormErrors, invalid } from '@bordee/core/problem.ts'
import type { PackedSheet } from './uploads.ts'

/** Nobody reads more than this. */
const mostNamed = 20

/** A mapping's sheet, columns and fields must exist. */
export function refuseBadMappings(mappings: ImportMappings, sheets: readonly PackedSheet[]) {
  const errors: FormErrors = {}
  for (const entity of importEntities) {
    const mapping = mappings[entity]
    const problems = mapping ? problemsOf(entity, mapping, sheets) : []
    if (problems.length > 0) errors[entity] = Object.fromEntries(problems.slice(0, mostNamed))
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  if (importEntities.every((entity) => !mappings[entity])) throw invalid({ data: { sheets: 'Choisissez au moins une feuille.' } })
}

/** Pairs of path in the mapping and message. */
function problemsOf(entity: ImportEntity, mapping: EntityMapping, sheets: readonly PackedSheet[]): [string, string][] {
  const sheet = sheets.find(({ name }) => name === mapping.sheet)
  if (!sheet) return [['sheet', 'Cette feuille n’existe pas.']]
  const mapped = Object.entries(mapping.keyMappings)
  if (mapped.length === 0) return [['keyMappings', 'Choisissez au moins une colonne.']]
  const keys = new Set(sheet.columns.map(({ normalizedKey }) => normalizedKey))
  const fields = new Set<string>(importSheets[entity].columns.map(({ field }) => field))
  return mapped.flatMap(([field, key]): [string, string][] => {
    if (!fields.has(field)) return [[`keyMappings.${field}`, 'Ce champ n’existe pas.']]
    return keys.has(key) ? [] : [[`keyMappings.${field}`, 'Cette colonne n’existe pas.']]
  })
}
