// The company's existing clients and sites, which an import compares its rows with.
import { clientFields } from '@bordee/core/clients/client.ts'
import type { WrittenPlace } from '@bordee/core/imports/folders.ts'
import { addressFields, siteFields } from '@bordee/core/sites/site.ts'
import { keyed } from '../engine/db/columns.ts'
import { sql } from '../engine/db/sql.ts'
import type { ClientValues, Importation, SiteValues } from './importation.ts'

const clientKeys = Object.keys(clientFields.shape)
const siteKeys = [
  ...Object.keys(siteFields.omit({ customerId: true, address: true, status: true, areas: true }).shape),
  ...Object.keys(addressFields.omit({ location: true }).shape),
  'lat',
  'lng',
  'isInactive',
]

/** Rows read at a time: parsing one batch takes a few milliseconds. */
const piece = 1000

export async function loadFolders(importation: Importation): Promise<void> {
  for await (const { id, ...client } of rowsOf<ClientValues>(importation, 'clients', keyed(clientKeys))) {
    importation.held.clients.set(id, client)
    importation.held.types.set(id, client.type ?? 'residential')
    const { number = null, name = '', email, phone } = client
    importation.folders.addClient({ id, number, name, place: placeOf(client, 'billing'), email, phone })
  }
  for await (const { id, clientId, ...site } of rowsOf<SiteValues & { clientId: string }>(
    importation,
    'sites',
    keyed(['clientId', ...siteKeys]),
  )) {
    importation.held.sites.set(id, site)
    importation.folders.addSite({ id, clientId, name: site.name ?? '', place: placeOf(site) })
  }
}

async function* rowsOf<V>(
  importation: Importation,
  table: 'clients' | 'sites',
  columns: ReturnType<typeof keyed>,
): AsyncGenerator<V & { id: string }> {
  for (let after: string | null = null; ; ) {
    const rows: (V & { id: string })[] = await importation.sql<V & { id: string }>`
      select id, ${columns}
      from ${sql.table(table)}
      where company_id = ${importation.companyId} and (${after}::uuid is null or id > ${after}::uuid)
      order by id
      limit ${piece}`
    for (const row of rows) {
      await importation.pause()
      yield row
    }
    if (rows.length < piece) return
    after = rows.at(-1)?.id ?? null
  }
}

export function placeOf(values: object, prefix: '' | 'billing' = ''): WrittenPlace {
  const given = values as Record<string, string | null | undefined>
  const at = (name: string) => given[prefix ? `${prefix}${name.charAt(0).toUpperCase()}${name.slice(1)}` : name]
  return { civicNumber: at('civicNumber'), street: at('street'), apartment: at('apartment'), city: at('city') }
}
