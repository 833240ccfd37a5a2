// What a stranger cannot do to others' mailboxes, and what staff see when their company is gone.
import { expect, test } from './journey.ts'
import { looksRight } from './looks.ts'
import { headersOf, linkInLetterTo, newCompany, signIn } from './people.ts'

test('a second reset within the hour asks for the captcha', async ({ page, request }) => {
  const email = await newCompany(request)
  const ask = async () => {
    await page.goto('/reset-password')
    await page.getByLabel('Courriel').fill(email)
    await page.getByRole('button', { name: 'Envoyer les instructions' }).click()
  }
  await ask()
  await expect(page.getByRole('heading', { name: 'Consultez vos courriels' })).toBeVisible()
  await ask()
  const box = page.getByText('Je ne suis pas un robot')
  await expect(box).toBeVisible()
  await looksRight(page, 'mot-de-passe-oublie-captcha')
  await box.click()
  await expect(page.getByText('Vérifié')).toBeVisible()
  await page.getByRole('button', { name: 'Envoyer les instructions' }).click()
  await expect(page.getByRole('heading', { name: 'Consultez vos courriels' })).toBeVisible()
})

test('staff whose company is archived are told, and choose another themselves', async ({ page, request }) => {
  const owner = await newCompany(request)
  const company = await request.get('/api/companies/current', { headers: await headersOf(request, owner) })
  const { id } = (await company.json()) as { id: string }
  await signIn(page, 'admin@bordee.demo', `/dashboard/companies/list/${id}`)
  await page.getByRole('button', { name: 'Entrer dans cette compagnie' }).click()
  await expect(page.getByRole('button', { name: /maintenant Neiges du Nord/ })).toBeVisible()
  await request.delete(`/api/companies/${id}/archive`, { headers: await headersOf(request, 'super@bordee.demo') })

  await page.goto('/dashboard/accounts')
  await expect(page.getByText('Vous n’êtes dans aucune compagnie', { exact: false })).toBeVisible()
  await page.waitForURL('**/dashboard/companies/list')
  await expect(page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link', { name: 'Clients' })).toHaveCount(0)
  await looksRight(page, 'sans-compagnie')

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Choisir une compagnie' }).click() // restores where other journeys find them
  await page.getByRole('option', { name: 'Déneigement Boréal' }).click()
  await expect(page.getByRole('button', { name: /maintenant Déneigement Boréal/ })).toBeVisible()
  await expect(page.getByText('Vous n’êtes dans aucune compagnie', { exact: false })).toHaveCount(0)
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
  await expect(reader.getByText(`${office} recevra maintenant les courriels destinés à Neiges du Nord.`, { exact: false })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(notice).toHaveCount(0)
})
