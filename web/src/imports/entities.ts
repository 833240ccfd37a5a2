import { importSheets } from '@bordee/core/imports/columns.ts'
import { type EntityMapping, type ImportEntity, type ImportMappings, importEntities } from '@bordee/core/imports/import.ts'

/** « Points de service » */
export const entityName = (entity: ImportEntity): string => importSheets[entity].name

export const mappedEntities = (mappings: ImportMappings): [ImportEntity, EntityMapping][] =>
  importEntities.flatMap((entity) => (mappings[entity] ? [[entity, mappings[entity]] as [ImportEntity, EntityMapping]] : []))

/** What most companies import. The others show on request, or when the files contain them. */
export const usualEntities: readonly ImportEntity[] = ['clients', 'sites', 'occupants', 'templates', 'contracts', 'routes']
