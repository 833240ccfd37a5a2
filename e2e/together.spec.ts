// Two people have the same item open: neither overwrites what the other saved.
import type { APIRequestContext, Page } from '@playwright/test'
import { read } from './contractor.ts'
import { expect, test } from './journey.ts'
import { headersOf, newCompany, officePlace, signIn } from './people.ts'

test('two people edit one client: the later save keeps the other’s changes', async ({ page, request }) => {
  const owner = await newCompany(request, 1)
  const headers = await headersOf(request, owner)
  const [client] = await read(request, owner, 'customers')
  await signIn(page, owner, `/dashboard/client-folders/edit/${client?.id}/client`)
  await page.getByRole('textbox', { name: 'Notes' }).fill('Chien méchant')

  const meanwhile = await request.patch(`/api/customers/${client?.id}`, {
    headers,
    data: { client: { name: 'Renommée', phone: '4185559999' } },
  })
  expect(meanwhile.status()).toBe(200)
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByText('Modification sauvegardée')).toBeVisible()

  expect(await read(request, owner, `customers/${client?.id}`)).toMatchObject({
    name: 'Renommée',
    phone: '4185559999',
    notes: 'Chien méchant',
  })
  await expect(page.getByRole('textbox', { name: 'Nom', exact: true })).toHaveValue('Renommée')
})

/** A service point with « Zone A », open in the browser; `save` writes what a colleague changes meanwhile. */
async function openSite(page: Page, request: APIRequestContext) {
  const owner = await newCompany(request, 1)
  const headers = await headersOf(request, owner)
  const [listed] = await read(request, owner, 'sites')
  const site = `sites/${listed?.id}`
  const save = async (changes: object) => {
    const answer = await request.patch(`/api/${site}`, { headers, data: { site: changes } })
    expect(answer.status()).toBe(200)
    return (await answer.json()) as { areas: object[] }
  }
  const { areas } = await save({ areas: [{ name: 'Zone A', polygon: yard(0) }], removedAreas: [] })
  await signIn(page, owner, `/dashboard/client-folders/sites/edit/${listed?.id}`)
  const notes = page.getByRole('region', { name: 'Zone A' }).getByRole('textbox', { name: 'Notes pour l’opérateur' })
  await notes.fill('Attention au muret')
  return { save, areas, notes, stored: async () => ((await read(request, owner, site)) as unknown as { areas: object[] }).areas }
}

/** Ten metres wide, some metres north of the office. */
const yard = (metres: number) =>
  [0, 1, 2, 3].map((corner) => ({
    lat: officePlace.lat + metres / 111_195 + (corner > 1 ? 0.0001 : 0),
    lng: officePlace.lng + (corner === 1 || corner === 2 ? 0.0001 : 0),
  }))

test('two people edit one service point: an area that a colleague has just drawn stays', async ({ page, request }) => {
  const { save, stored } = await openSite(page, request)
  await save({ areas: [{ name: 'Zone B', polygon: yard(20) }], removedAreas: [] })

  await page.getByRole('button', { name: 'Enregistrer' }).click()

  await expect(page.getByText('Modification sauvegardée')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Zone B' })).toBeVisible()
  expect(await stored()).toMatchObject([{ name: 'Zone A', notes: 'Attention au muret' }, { name: 'Zone B' }])
})

test('two people edit one area: the second is told, keeps their words on screen, and reloads', async ({ page, request }) => {
  const { save, areas, notes, stored } = await openSite(page, request)
  await save({ areas: areas.map((area) => ({ ...area, notes: 'Muret démoli' })), removedAreas: [] })

  await page.getByRole('button', { name: 'Enregistrer' }).click()

  await expect(page.getByRole('alert').getByText('Quelqu’un d’autre a modifié ce point de service')).toBeVisible()
  await expect(notes).toHaveValue('Attention au muret')
  expect(await stored()).toMatchObject([{ notes: 'Muret démoli' }])
  await page.getByRole('button', { name: 'Recharger le point de service' }).click()
  await expect(notes).toHaveValue('Muret démoli')
  await expect(page.getByRole('alert')).toHaveCount(0)
})
