// Without a mouse, outside the office: signing in, signing a contract, driving, asking for a quote.
import { contractor, draft, write } from './contractor.ts'
import { newFleet } from './fleet.ts'
import { expect, test } from './journey.ts'
import { pressOn, seesFocus, tabTo, typeInto } from './keyboard.ts'
import { untilButtonsListen } from './operator-phone.ts'
import { demoPassword, headersOf, linkInLetterTo, signIn } from './people.ts'

test.describe.configure({ timeout: 120_000 }) // every Tab step is checked

test('a user signs in, and out again', async ({ page }) => {
  await page.goto('/sign-in')
  await typeInto(page, 'Courriel', 'proprio@bordee.demo')
  await tabTo(page, page.getByLabel('Mot de passe', { exact: true }))
  await page.keyboard.type(demoPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /^Bonjour/ })).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: /menu de/ }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Mon profil' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /menu de/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Mon profil' })).toBeFocused()
  await pressOn(page, page.getByRole('button', { name: 'Se déconnecter' }))
  await pressOn(page, page.getByRole('dialog').getByRole('button', { name: 'Se déconnecter' }))
  await expect(page.getByRole('heading', { name: 'Connexion' })).toBeVisible()
})

test('a client reads a contract and signs it', async ({ page, request }) => {
  const owner = await contractor(request)
  const { id, clientId, contractNumber } = await draft(request, owner)
  const email = `cliente-${crypto.randomUUID()}@exemple.ca`
  await request.patch(`/api/customers/${clientId}`, { headers: await headersOf(request, owner), data: { client: { email } } })
  await write(request, owner, 'contracts/sync-info', { contractIds: [id] })
  await write(request, owner, 'contracts/send-mail', { contractIds: [id] })
  await page.goto(await linkInLetterTo(request, email, new RegExp(contractNumber)))
  await expect(page.getByRole('heading', { name: `Contrat ${contractNumber}`, level: 1 })).toBeVisible()
  await pressOn(page, page.getByRole('link', { name: 'Aller à la signature' }))
  await pressOn(page, page.getByRole('checkbox', { name: /J’ai lu/ }), 'Space')
  await pressOn(page, page.getByRole('checkbox', { name: /Je consens/ }), 'Space')
  await typeInto(page, /Votre nom/, 'Paule Roy')
  await pressOn(page, page.getByRole('button', { name: 'Signer le contrat' }))
  await expect(page.getByText('Contrat signé avec succès')).toBeVisible()
})

test('an operator marks one stop as done, and another as not done', async ({ page, request }) => {
  const fleet = await newFleet(request)
  await signIn(page, fleet.email, '/operateur')
  await pressOn(page, page.getByRole('button', { name: 'Je refuse' }))
  await pressOn(page, page.getByRole('button', { name: new RegExp(fleet.routeName) }))
  await pressOn(page, page.getByRole('dialog').getByRole('button', { name: 'Démarrer' }))
  await tabTo(page, page.getByRole('button', { name: '✓ Marquer comme fait' }))
  await untilButtonsListen(page)
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 fait sur 3')).toBeVisible()
  await seesFocus(page)
  await untilButtonsListen(page)
  await pressOn(page, page.getByRole('button', { name: 'Pas fait', exact: true }))
  await pressOn(page, page.getByRole('button', { name: 'Barrière fermée' }))
  await expect(page.getByRole('button', { name: 'Barrière fermée' })).toHaveCount(0)
  await seesFocus(page)
})

test('a resident asks for a quote, from the address to the last step', async ({ page }) => {
  await page.goto('/demande-de-soumissions')
  await tabTo(page, page.getByRole('combobox', { name: 'Adresse à déneiger' }))
  await page.keyboard.type('500 rue saint-jean')
  await expect(page.getByRole('option').first()).toContainText(/rue Saint-Jean/i)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await pressOn(page, page.getByRole('button', { name: 'Continuer' }))
  await expect(page.getByRole('heading', { name: /^Étape 2 de 3/ })).toBeFocused()
  for (const group of await page.getByRole('radiogroup').all()) {
    await tabTo(page, group.getByRole('radio').first())
    await page.keyboard.press('Space')
  }
  await pressOn(page, page.getByRole('button', { name: 'Continuer' }))
  await expect(page.getByRole('heading', { name: /^Étape 3 de 3/ })).toBeFocused()
})
