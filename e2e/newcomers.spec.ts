// What a new company waits for: a module, its own e-mail.
import { expect, test } from './journey.ts'
import { looksRight } from './looks.ts'
import { headersOf, linkInLetterTo, newCompany, signIn } from './people.ts'

test('an owner asks for a module, is refused, asks again and has it', { tag: '@looks' }, async ({ page, request, anotherBrowser }) => {
  const owner = await newCompany(request)
  const company = await request.get('/api/companies/current', { headers: await headersOf(request, owner) })
  const { id } = (await company.json()) as { id: string }
  await signIn(page, owner, '/dashboard/contracts')
  await page.getByRole('button', { name: 'Demander l’activation' }).click()
  await expect(page.getByText('En attente', { exact: true })).toBeVisible()
  await looksRight(page, 'module-demande')

  const staff = await anotherBrowser()
  await signIn(staff, 'super@bordee.demo', `/dashboard/companies/list/${id}`)
  await looksRight(staff, 'compagnie-demande-un-module')
  await staff.setViewportSize({ width: 1440, height: 900 })
  await staff.getByRole('button', { name: 'Refuser Contrats' }).click()
  await staff.getByRole('dialog').getByRole('textbox').fill('Écrivez-nous d’abord')
  await staff.getByRole('dialog').getByRole('button', { name: 'Refuser', exact: true }).click()
  await expect(staff.getByText('Décision enregistrée')).toBeVisible()

  await page.goto(await linkInLetterTo(request, owner, /Contrats n’a pas été activé/))
  await expect(page.getByText('Écrivez-nous d’abord')).toBeVisible()
  await looksRight(page, 'module-refuse')
  await page.getByRole('button', { name: 'Demander de nouveau' }).click()
  await expect(page.getByText('En attente', { exact: true })).toBeVisible()

  await staff.reload()
  await staff.getByRole('button', { name: 'Activer Contrats' }).click()
  await expect(staff.getByText('Modules demandés', { exact: true }).last()).toBeVisible()
  await expect(staff.getByRole('button', { name: 'Activer Contrats' })).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('link', { name: 'Nouveau contrat' }).first()).toBeVisible()
})
