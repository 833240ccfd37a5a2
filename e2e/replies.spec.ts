import { choose, readyToText } from './alerting.ts'
import { newFleet } from './fleet.ts'
import { expect, test } from './journey.ts'
import { looksRight } from './looks.ts'
import { openPhone, startRoute } from './operator-phone.ts'
import { demoPassword, signIn } from './people.ts'

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
  await staff.getByRole('tab', { name: 'Simuler un texto' }).click()
  await choose(staff, 'Compagnie', companyName)
  await staff.getByLabel('Numéro du téléphone').fill('418 555-0161')
  await staff.getByLabel('Texto', { exact: true }).fill('Auto déplacée, merci!')
  await staff.getByRole('button', { name: 'Simuler', exact: true }).click()
  await expect(staff.getByText('Le téléphone ne reçoit rien.')).toBeVisible()

  await expect(phone.getByRole('region', { name: 'Prochain arrêt' })).toContainText(/Véhicule déplacé · \d+\sh/)
  await signIn(page, fleet.email, '/dashboard/operations')
  await page.getByRole('row', { name: /^Opération du / }).click()
  await page.getByRole('tab', { name: 'Passages' }).click()
  await expect(page.getByRole('columnheader', { name: 'Véhicule déplacé' })).toBeVisible()
  await expect(page.getByRole('row').locator('.bordee-pill', { hasText: /^\d+\sh/ })).toHaveCount(1)

  // What a person must read waits in the list, and is answered there.
  await staff.getByLabel('Texto', { exact: true }).fill('Vous avez accroché mon bac <b>bleu</b>')
  await staff.getByRole('button', { name: 'Simuler', exact: true }).click()
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
