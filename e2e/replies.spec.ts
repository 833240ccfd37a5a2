import type { APIRequestContext } from '@playwright/test'
import { anyHour, changeCompany, choose } from './alerting.ts'
import { type Fleet, newFleet } from './fleet.ts'
import { expect, test } from './journey.ts'
import { looksRight } from './looks.ts'
import { openPhone, startRoute } from './operator-phone.ts'
import { demoPassword, headersOf, signIn } from './people.ts'

interface Board {
  operation: { id: string }
}

/** With alerts in the bank. Returns the company's name. */
async function readyToText(request: APIRequestContext, { call }: Fleet): Promise<string> {
  const { id, name } = await call<{ id: string; name: string }>('get', 'companies/current')
  await changeCompany(request, id, { name: `Neiges ${id.slice(-6)}`, alertConfig: { ...anyHour.alertConfig, isActive: true } })
  const headers = await headersOf(request, 'super@bordee.demo')
  await request.post('/api/alert-bank/transactions', { data: { companyId: id, transaction: { amount: 10, expiresAt: null } }, headers })
  return name && `Neiges ${id.slice(-6)}`
}

test('PARTI reaches the driver', async ({ browser, page, request, baseURL, anotherBrowser }) => {
  const fleet = await newFleet(request)
  const companyName = await readyToText(request, fleet)
  await fleet.call('post', 'contacts', {
    contact: { site: fleet.sites[0]?.id, phone: '4185550161', firstName: 'Rose', lastName: 'Bélanger' },
  })
  const { page: phone } = await openPhone(browser, baseURL)
  await phone.setViewportSize({ width: 390, height: 844 })
  await phone.goto('/operateur')
  await phone.getByLabel('Courriel').fill(fleet.email)
  await phone.getByLabel('Mot de passe').fill(demoPassword)
  await phone.getByRole('button', { name: 'Se connecter' }).click()
  await phone.getByRole('button', { name: 'J’accepte' }).click()
  await startRoute(phone, fleet.routeName)

  // The resident's text, played by staff, as a phone would send it.
  const staff = await anotherBrowser()
  await signIn(staff, 'super@bordee.demo', `${baseURL}/dashboard/outbox`)
  await staff.getByRole('tab', { name: 'Jouer un texto' }).click()
  await choose(staff, 'Compagnie', companyName)
  await staff.getByLabel('Numéro du téléphone').fill('418 555-0161')
  await staff.getByLabel('Texto', { exact: true }).fill('Auto déplacée, merci!')
  await staff.getByRole('button', { name: 'Jouer', exact: true }).click()
  await expect(staff.getByText('Le téléphone ne reçoit rien.')).toBeVisible()

  await expect(phone.getByRole('region', { name: 'Prochain arrêt' })).toContainText(/Véhicule déplacé · \d+\sh/)
  await signIn(page, fleet.email, '/dashboard/operations')
  await page.getByRole('row', { name: /^Opération du / }).click()
  await page.getByRole('tab', { name: 'Passages' }).click()
  await expect(page.getByRole('columnheader', { name: 'Véhicule déplacé' })).toBeVisible()
  await expect(page.getByRole('row').locator('.bordee-pill', { hasText: /^\d+\sh/ })).toHaveCount(1)

  // What a person must read waits in the list, and is answered there.
  await staff.getByLabel('Texto', { exact: true }).fill('Vous avez accroché mon bac <b>bleu</b>')
  await staff.getByRole('button', { name: 'Jouer', exact: true }).click()
  await page.getByRole('link', { name: /^Alertes.*1 réponse non lue/ }).click()
  await page.getByRole('tab', { name: /^Réponses/ }).click()
  await page.getByText('Non lues', { exact: true }).click()
  await page.getByText('Vous avez accroché mon bac <b>bleu</b>').click()
  await expect(page.getByRole('heading', { name: 'Rose Bélanger' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Votre réponse' }).fill('Nous le remplaçons demain.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('list', { name: 'Messages' }).getByRole('listitem')).toHaveCount(3)
  await looksRight(page, 'conversation')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goBack()
  await expect(page).toHaveURL(/filter=unread/)
  await expect(page.getByText('Tout est lu')).toBeVisible()
  await page.getByText('Toutes', { exact: true }).click()
  await expect(page.getByRole('row', { name: /Vous avez accroché/ })).toContainText('Répondue')
  await looksRight(page, 'reponses')
})

test('crew replies', async ({ page, request }) => {
  test.slow()
  const fleet = await newFleet(request)
  await readyToText(request, fleet)
  const { id: companyId } = await fleet.call<{ id: string }>('get', 'companies/current')
  const numbers = [0, 1].map((i) => `418${2_000_000 + ((Date.now() * 2 + i) % 7_000_000)}`)
  for (const [i, phone] of numbers.entries())
    await fleet.call('post', 'accounts', {
      account: {
        email: `op${i}.${fleet.email}`,
        firstName: ['Marc', 'Lucie'][i],
        lastName: 'Roy',
        role: 'employee',
        phone,
        password: demoPassword,
      },
    })
  const { id } = await fleet.call<Board['operation']>('post', 'operations', { routeIds: [fleet.routeId] })
  const said = async (phone: string | undefined, text: string) =>
    expect(
      (
        await request.post('/api/replies/played', {
          data: { companyId, phone, text },
          headers: await headersOf(request, 'super@bordee.demo'),
        })
      ).ok(),
    ).toBe(true)

  await signIn(page, fleet.email, `/dashboard/operations/${id}`)
  await page.getByRole('button', { name: 'Rappel de l’équipe' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rappel de l’équipe' })
  await dialog.getByLabel('Heure de départ').fill('03:00')
  await dialog.getByRole('textbox', { name: `Unité, ${fleet.routeName}` }).fill('14')
  for (const name of ['Marc Roy', 'Lucie Roy']) await choose(page, fleet.routeName, name)
  await expect(dialog.getByRole('figure', { name: 'Aperçu' })).toContainText(/Départ 3 h, Rue Saint-Jean, unité 14\. Répondez OUI ou NON\./)
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: /^Envoyer 2\stextos$/ }).click()
  const answers = dialog.getByRole('list', { name: 'Réponses de l’équipe' })
  await expect(answers).toContainText(/Lucie Roy.*pas de réponse/s)
  await expect(dialog.getByRole('button', { name: 'Appeler ceux qui n’ont pas répondu' })).toBeVisible()
  await expect(async () => {
    const sent = await request.get('/api/outbox', {
      params: { channel: 'sms', to: numbers[1] ?? '' },
      headers: await headersOf(request, 'super@bordee.demo'),
    })
    expect(await sent.json()).toHaveLength(1)
  }).toPass()
  await looksRight(page, 'rappel')
  await page.setViewportSize({ width: 1440, height: 900 })

  await said(numbers[0], 'OUI')
  await said(numbers[1], 'Non')
  await expect(answers).toContainText(/Lucie Roy.*non/s)
  await expect(answers).toContainText(/Marc Roy.*oui/s)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: 'Tournées' })).toContainText(/Marc Roy\s: oui/)
  await page.getByRole('link', { name: 'Accueil' }).click()
  await expect(page.getByText(/Équipe\s: 1\soui, 1\snon/)).toBeVisible()
})
