// Two people have the same item open: neither overwrites what the other saved.
import type { Page } from '@playwright/test'
import { type Entity, read } from './contractor.ts'
import { expect, test } from './journey.ts'
import { signIn } from './people.ts'

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
