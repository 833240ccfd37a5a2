// Several windows on one account: none writes into a company that it doesn't show.
import type { APIRequestContext, Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { demoPassword, headersOf, signIn, signOut } from './people.ts'

const services = '/dashboard/services'
const [boreal, express] = ['Déneigement Boréal inc.', 'Neige Express']

async function switchTo(page: Page, company: string) {
  await page.getByRole('button', { name: /^Changer de compagnie/ }).click()
  await page.getByRole('option', { name: company }).click()
  await shows(page, company)
}
const shows = (page: Page, company: string) => expect(page.getByRole('button', { name: `maintenant ${company}` })).toBeVisible()
const namesIn = async (request: APIRequestContext, email: string) => {
  const answer = await request.get('/api/services', { headers: await headersOf(request, email) })
  return ((await answer.json()) as { name: string }[]).map(({ name }) => name)
}

test('when staff switch company in one tab, the other tab reloads into it', async ({ page: first, request }) => {
  const [ofBoreal = ''] = await namesIn(request, 'proprio@bordee.demo')
  await signIn(first, 'super@bordee.demo', services)
  await switchTo(first, boreal)
  const second = await first.context().newPage()
  await second.goto(services)
  await expect(second.getByRole('gridcell', { name: ofBoreal, exact: true })).toBeVisible()

  await switchTo(first, express)

  await shows(second, express)
  await expect(second.getByText(`celui-ci montre maintenant ${express}`)).toBeVisible()
  await expect(second.getByRole('gridcell', { name: ofBoreal, exact: true })).toHaveCount(0)
  await switchTo(first, boreal)
})

test('a window that missed the switch does not write into the company chosen elsewhere', async ({
  page: first,
  anotherBrowser,
  request,
}) => {
  const second = await anotherBrowser()
  second.on('dialog', (dialog) => void dialog.accept()) // discard what was typed
  await signIn(first, 'super@bordee.demo')
  await switchTo(first, boreal)
  await signIn(second, 'super@bordee.demo', services)
  await second.getByRole('button', { name: 'Nouveau service' }).click()
  const name = `Service égaré ${Date.now()}`
  await second.getByRole('dialog').getByLabel('Nom').fill(name)

  await switchTo(first, express)
  await second.getByRole('dialog').getByRole('button', { name: 'Créer' }).click()

  await shows(second, express)
  for (const owner of ['proprio@bordee.demo', 'proprio2@bordee.demo']) expect(await namesIn(request, owner)).not.toContain(name)
  await switchTo(first, boreal)
})

test('signing out in one tab signs the others out; one with unsaved changes keeps them and says so', async ({ page: first, context }) => {
  await signIn(first, 'proprio@bordee.demo', services)
  const [second, third] = [await context.newPage(), await context.newPage()]
  await second.goto('/dashboard/client-folders/create')
  await second.getByRole('textbox', { name: 'Nom', exact: true }).fill('Client en cours')
  await third.goto(services)
  await expect(third.getByRole('heading', { level: 1, name: 'Services' })).toBeVisible()

  await signOut(first)

  await third.waitForURL('**/sign-in**')
  await expect(second.getByRole('alert').getByText('Vous n’êtes plus connecté')).toBeVisible()
  await expect(second.getByRole('textbox', { name: 'Nom', exact: true })).toHaveValue('Client en cours')

  await third.getByLabel('Courriel').fill('proprio@bordee.demo')
  await third.getByLabel('Mot de passe', { exact: true }).fill(demoPassword)
  await third.keyboard.press('Enter')
  await expect(second.getByText('Vous n’êtes plus connecté')).toBeHidden()
  await expect(second.getByRole('textbox', { name: 'Nom', exact: true })).toHaveValue('Client en cours')
})
