// A vector map of one's own, in place of the embedded one.
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { smallTown, writeMapArchive } from '../server/src/testing/map-archive.ts'
import { expect, test } from './journey.ts'
import { settled } from './looks.ts'
import { signIn } from './people.ts'

test('an installed archive draws the maps, with its source, from this server alone', async ({ page }) => {
  const file = join(mkdtempSync(join(tmpdir(), 'bordee-map-')), 'ville.pmtiles')
  writeMapArchive(file, smallTown())
  const bytes = readFileSync(file)
  const parts: string[] = []
  await page.route('**/api/config', async (route) => {
    const answer = await route.fetch()
    const config = (await answer.json()) as { maps: object }
    await route.fulfill({ response: answer, json: { ...config, maps: { ...config.maps, archive: '/carte/ville.pmtiles' } } })
  })
  await page.route('**/carte/ville.pmtiles', async (route) => {
    const [first = 0, last = 0] = (route.request().headers().range ?? '').replace('bytes=', '').split('-').map(Number)
    parts.push(`${first}`)
    const end = Math.min(last, bytes.length - 1)
    await route.fulfill({
      status: 206,
      headers: { 'content-range': `bytes ${first}-${end}/${bytes.length}` },
      body: bytes.subarray(first, end + 1),
    })
  })
  const hosts = new Set<string>()
  page.on('request', (request) => hosts.add(new URL(request.url()).host))

  await signIn(page, 'proprio@bordee.demo', '/dashboard/alerts/sectors/sector/create')
  await expect(page.getByRole('link', { name: '© OpenStreetMap' })).toBeVisible()
  await settled(page)
  await expect.poll(() => parts.length, 'the header, then tiles').toBeGreaterThan(1)
  expect([...hosts].filter((host) => host !== '' && host !== new URL(page.url()).host)).toEqual([])
})
