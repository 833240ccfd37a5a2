import { choose, readyToText } from './alerting.ts'
import { newFleet } from './fleet.ts'
import { expect, test } from './journey.ts'
import { looksRight } from './looks.ts'
import { demoPassword, headersOf, signIn } from './people.ts'

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
  const { id } = await fleet.call<{ id: string }>('post', 'operations', { routeIds: [fleet.routeId] })
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
