// Someone draws on a site between the planning of an import and its writing.
import { randomUUID } from 'node:crypto'
import { siteCalls } from '@bordee/core/sites/sites.calls.ts'
import { expect, test } from 'vitest'
import { newClient, newSite, square } from '../testing/folders.ts'
import { openTestServer } from '../testing/server.ts'
import { loadFolders } from './held-folders.ts'
import { areaImporter } from './import-areas.ts'
import { Importation } from './importation.ts'
import { readSent } from './sent-sheets.ts'
import { openSheets, packSheets } from './uploads.ts'

const server = await openTestServer()

/** Imports notes for Zone A and a new Zone C, while the owner does something. */
async function importAround(
  meanwhile: (owner: Awaited<ReturnType<typeof server.newCompany>>['owner'], siteId: string) => Promise<unknown>,
) {
  const { owner, admin, companyId } = await server.newCompany()
  const client = await newClient(owner, { number: '1' })
  const { id: siteId } = await newSite(owner, client.id, { name: 'Entrée', areas: [{ name: 'Zone A', polygon: square(10) }] })
  const polygon = square(30)
    .map(({ lat, lng }) => `${lat},${lng}`)
    .join(' ')
  const content = [
    { client: '1', name: 'Zone C', notes: null, polygon },
    { client: '1', name: 'Zone A', notes: 'à gauche', polygon: null },
  ]
  const keyMappings = { clientLink: 'client', name: 'name', notes: 'notes', polygon: 'polygon' }
  const sheets = await openSheets(await packSheets(await readSent([{ name: 'Zones', content }])))
  await server.work(async ({ aside }) => {
    const importation = new Importation({
      companyId,
      accountId: admin.accountId,
      email: '',
      importId: randomUUID(),
      sheets,
      mappings: { areas: { sheet: 'Zones', keyMappings } },
      aside,
    })
    await loadFolders(importation)
    const plans = await areaImporter.plan(importation, await importation.rowsOf('areas'))
    await meanwhile(owner, siteId)
    await importation.inCompany((ctx) => areaImporter.write(ctx, importation, plans))
  })
  const { areas } = await owner(siteCalls.getSite, { id: siteId })
  return areas.map(({ name, notes }) => [name, notes])
}

test('an area drawn meanwhile stays, after those of the file', async () => {
  const areas = await importAround((owner, id) =>
    owner(siteCalls.updateSite, { id, site: { areas: [{ name: 'Zone B', polygon: square(20) }], removedAreas: [] } }),
  )
  expect(areas).toEqual([
    ['Zone C', null],
    ['Zone A', 'à gauche'],
    ['Zone B', null],
  ])
})

test('an area that someone changed meanwhile is not overwritten', async () => {
  const changed = importAround(async (owner, id) => {
    const { areas } = await owner(siteCalls.getSite, { id })
    await owner(siteCalls.updateSite, { id, site: { areas: areas.map((area) => ({ ...area, notes: 'à droite' })), removedAreas: [] } })
  })
  await expect(changed).rejects.toMatchObject({ status: 409, body: { code: 'older-version' } })
})
