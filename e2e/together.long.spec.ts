// Two people have the same item open: neither overwrites what the other saved.
import type { APIRequestContext, Page } from '@playwright/test'
import { type Entity, read } from './contractor.ts'
import { expect, test } from './journey.ts'
import { headersOf, newCompany, officePlace, signIn } from './people.ts'

interface FormOf {
  what: string
  who?: string
  /** The URL of the form; `first` finds an existing item. */
  path: (first: (call: string) => Promise<Entity>) => Promise<string>
  open?: (page: Page) => Promise<unknown>
  /** The field to change, and its new value. */
  field: string
  value: string
  /** All that may be sent. */
  sent: object
}

const demoOwner = 'proprio@bordee.demo'

const forms: FormOf[] = [
  {
    what: 'client',
    path: async (first) => `/dashboard/client-folders/edit/${(await first('customers')).id}/client`,
    field: 'Poste',
    value: '12',
    sent: { client: { post: '12' } },
  },
  {
    what: 'site',
    path: async (first) => `/dashboard/client-folders/sites/edit/${(await first('sites')).id}`,
    field: 'Notes',
    value: 'Au fond',
    sent: { site: { notes: 'Au fond' } },
  },
  {
    what: 'occupant',
    path: async () => '/dashboard/client-folders/occupants',
    open: async (page) => page.getByRole('grid', { name: 'Occupants' }).getByRole('row').nth(1).click(),
    field: 'Notes',
    value: 'Travaille de nuit',
    sent: { contact: { notes: 'Travaille de nuit' } },
  },
  {
    what: 'service',
    path: async (first) => `/dashboard/services/${(await first('services')).id}`,
    field: 'Description',
    value: 'Une entrée',
    sent: { service: { description: 'Une entrée' } },
  },
  {
    what: 'contract template',
    path: async (first) => `/dashboard/contract-templates/${(await first('contract-templates')).id}/edit`,
    field: 'Nom',
    value: 'Chalets',
    sent: { contractTemplate: { name: 'Chalets' } },
  },
  {
    what: 'account',
    path: async (first) => `/dashboard/accounts/edit/${(await first('accounts?roles[]=manager')).id}`,
    field: 'Prénom',
    value: 'Ginette',
    sent: { account: { firstName: 'Ginette' } },
  },
  {
    what: 'profile',
    path: async () => '/dashboard/profile',
    field: 'Prénom',
    value: 'Paulette',
    sent: { account: { firstName: 'Paulette' } },
  },
  {
    what: 'company',
    path: async () => '/dashboard/company/general',
    field: 'Téléphone',
    value: '(418) 555-0101',
    sent: { company: { phone: '4185550101' } },
  },
  {
    what: 'company, by staff',
    who: 'super@bordee.demo',
    path: async (first) => `/dashboard/companies/edit/${(await first('companies/current')).id}`,
    field: 'Téléphone',
    value: '(418) 555-0101',
    sent: { company: { phone: '4185550101' } },
  },
  {
    what: 'sector',
    path: async (first) => `/dashboard/alerts/sectors/sector/${(await first('sectors')).id}/edit`,
    field: 'Nom',
    value: 'Secteur renommé',
    sent: { sector: { name: 'Secteur renommé' } },
  },
  {
    what: 'sub-sector',
    path: async (first) => `/dashboard/alerts/alerts-list/edit/${(await first('sectors')).id}`,
    field: 'Nom',
    value: 'Sous-secteur renommé',
    sent: { sector: { name: 'Sous-secteur renommé' } },
  },
  {
    what: 'grouping',
    path: async (first) => `/dashboard/alerts/sectors/group/${(await first('alerts')).id}/edit`,
    field: 'Nom',
    value: 'Rive',
    sent: { alerts: { name: 'Rive' } },
  },
]

for (const { what, who = demoOwner, path, open, field, value, sent } of forms)
  test(`only the changed field is sent: ${what}`, async ({ page, request }) => {
    const first = async (call: string) => {
      const answer = await read(request, demoOwner, call)
      return (Array.isArray(answer) ? answer[0] : answer) as Entity
    }
    await signIn(page, who, await path(first))
    await open?.(page)
    // Refuse the write, so the demo stays unchanged: only the request's content matters.
    let written: unknown
    await page.route('**/api/**', (route) => {
      if (!['PATCH', 'PUT'].includes(route.request().method())) return route.continue()
      written = route.request().postDataJSON()
      return route.fulfill({ status: 409, json: { message: 'Refusé pour l’essai', type: 'warning' } })
    })
    await page.getByRole('textbox', { name: field, exact: true }).fill(value)
    await page.getByRole('button', { name: 'Enregistrer' }).click()
    await expect(page.getByText('Refusé pour l’essai')).toBeVisible()
    expect(written).toEqual(sent)
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
