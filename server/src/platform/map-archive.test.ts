import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { configCalls } from '@bordee/core/platform/config.calls.ts'
import { beforeAll, expect, test } from 'vitest'
import { smallTown, writeMapArchive } from '../testing/map-archive.ts'
import { openTestServer, type TestServer } from '../testing/server.ts'
import { installMap } from './map-archive.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'bordee-map-'))
const archive = join(dataDir, 'ville.pmtiles')
let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ DATA_DIR: dataDir })
  writeMapArchive(archive, smallTown())
})

const config = async () => (await server.anyone(configCalls.getConfig)).maps.archive
const installed = () => readdirSync(join(dataDir, 'map'))

test('an archive is served in ranges as soon as it is installed', async () => {
  expect(await config()).toBeNull()
  expect(await installMap(dataDir, archive)).toMatchObject({ minZoom: 0, maxZoom: 14 })
  const url = (await config()) ?? ''
  const part = await server.app.inject({ url, headers: { range: 'bytes=0-126' } })
  expect(part).toMatchObject({ statusCode: 206, headers: { 'cache-control': 'public, max-age=31536000, immutable' } })
  expect(part.rawPayload).toEqual(readFileSync(archive).subarray(0, 127))
  expect((await server.app.inject({ url: '/carte/..%2Fville.pmtiles' })).statusCode).toBe(404)
})

test('another archive replaces it, at another address', async () => {
  await installMap(dataDir, archive)
  const before = await config()
  const larger = smallTown()
  larger.places?.features.push({
    type: 'Feature',
    properties: { name: 'Ailleurs' },
    geometry: { type: 'Point', coordinates: [-71.2, 46.8] },
  })
  writeMapArchive(archive, larger)
  await installMap(dataDir, archive)
  expect(await config()).not.toBe(before)
  expect(installed()).toHaveLength(1)
})

test.each([
  ['a file that is missing', 'rien.pmtiles', 'Le fichier .*rien.pmtiles n’existe pas'],
  ['a file of another kind', 'photo.pmtiles', 'n’est pas une archive PMTiles'],
  ['an empty file', 'vide.pmtiles', 'n’est pas une archive PMTiles'],
  ['an archive of pictures', 'images.pmtiles', 'il faut des tuiles vectorielles'],
  ['an archive with other layers', 'autres.pmtiles', 'il manque earth, water, places'],
])('%s is refused, and what was installed stays', async (_, name, message) => {
  await installMap(dataDir, archive)
  const [before] = installed()
  writeFileSync(join(dataDir, 'photo.pmtiles'), Buffer.alloc(70_000, 'x'))
  writeFileSync(join(dataDir, 'vide.pmtiles'), '')
  const pictures = readFileSync(archive)
  pictures[99] = 2 // PNG
  writeFileSync(join(dataDir, 'images.pmtiles'), pictures)
  const { roads } = smallTown()
  writeMapArchive(join(dataDir, 'autres.pmtiles'), { roads })
  await expect(installMap(dataDir, join(dataDir, name))).rejects.toThrow(new RegExp(message))
  expect(installed()).toEqual([before])
})
