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

test('the e-mail of a company is confirmed from its mailbox, by someone without an account', { tag: '@looks' }, async ({
  page,
  request,
  anotherBrowser,
}) => {
  const owner = await newCompany(request)
  const office = `bureau-${crypto.randomUUID()}@exemple.ca`
  const changed = await request.patch('/api/companies/current', {
    headers: await headersOf(request, owner),
    data: { company: { email: office } },
  })
  expect(changed.status()).toBe(200)
  await signIn(page, owner)
  const notice = page.getByText(`Le courriel de la compagnie, ${office}, n’est pas confirmé`)
  await expect(notice).toBeVisible()
  await looksRight(page, 'courriel-de-compagnie-non-confirme')
  await page.getByRole('button', { name: 'Envoyer le lien de confirmation' }).click()
  await expect(page.getByText('Un lien de confirmation vient d’être envoyé')).toBeVisible()

  const reader = await anotherBrowser()
  await reader.goto(await linkInLetterTo(request, office, /^Confirmez le courriel/))
  await expect(reader.getByRole('heading', { name: 'Confirmez le courriel de la compagnie' })).toBeVisible()
  await looksRight(reader, 'courriel-de-compagnie')
  await reader.getByRole('button', { name: 'Confirmer cette adresse' }).click()
  await expect(reader.getByText(`${office} recevra maintenant les avis de Neiges du Nord.`, { exact: false })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(notice).toHaveCount(0)
})
