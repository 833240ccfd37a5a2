// The client and site that a row is about: those of its own row on a flat sheet, otherwise those it names.
import { quoted } from '@bordee/core/imports/found.ts'
import type { ImportEntity } from '@bordee/core/imports/import.ts'
import type { RowPlace } from '@bordee/core/imports/mapped-rows.ts'
import { required } from '@bordee/core/wire.ts'
import type { Importation } from './importation.ts'

interface Linked extends RowPlace {
  values: { clientLink?: string | undefined; siteLink?: string | undefined }
}

type Answer = { id: string } | { problem: string }

export function clientOf(importation: Importation, entity: ImportEntity, row: Linked): Answer {
  if (importation.isShared(entity, 'clients')) {
    const id = importation.clientOn(row)
    if (id && importation.folders.hasClient(id)) return { id }
    if (!row.values.clientLink) return { problem: 'Le client de cette ligne a été refusé.' }
  }
  const { clientLink } = row.values
  if (!clientLink) return { problem: `Client (numéro ou nom)\u00a0: ${required}` }
  const found = importation.folders.findClient(clientLink)
  if ('one' in found) return { id: found.one.id }
  return { problem: 'problem' in found ? found.problem : `Aucun client ${quoted(clientLink)}.` }
}

export function siteOf(importation: Importation, entity: ImportEntity, row: Linked): Answer {
  if (importation.isShared(entity, 'sites')) {
    const id = importation.siteOn(row)
    if (id && importation.folders.site(id)) return { id }
    if (!row.values.siteLink) return { problem: 'Le point de service de cette ligne a été refusé.' }
  }
  const { clientLink, siteLink } = row.values
  const isOfClient = clientLink !== undefined || importation.isShared(entity, 'clients')
  const client = isOfClient ? clientOf(importation, entity, row) : undefined
  if (client && 'problem' in client) return client
  if (siteLink) {
    const found = importation.folders.findSite(siteLink, client?.id)
    if ('one' in found) return { id: found.one.id }
    return { problem: 'problem' in found ? found.problem : `Aucun point de service ${quoted(siteLink)}${client ? ' chez ce client' : ''}.` }
  }
  const [only, other] = client ? importation.folders.sitesOf(client.id) : []
  if (only && !other) return { id: only.id }
  return { problem: `Point de service (nom)\u00a0: ${required}` }
}
