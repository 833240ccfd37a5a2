// Two people have the same item open: neither overwrites what the other saved.
import { read } from './contractor.ts'
import { expect, test } from './journey.ts'
import { headersOf, newCompany, signIn } from './people.ts'

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
