import { type APIRequestContext, expect } from '@playwright/test'
import { anyHour, changeCompany } from './alerting.ts'
import { type Fleet, newFleet } from './fleet.ts'
import { test } from './journey.ts'
import { looksRight } from './looks.ts'
import { markDone, openPhone, startRoute } from './operator-phone.ts'
import { demoPassword, headersOf } from './people.ts'

const resident = '4185550165'

/** Texts an occupant of the first driveway the link of their page, and returns its path. */
async function textedLink(request: APIRequestContext, { call, sites }: Fleet): Promise<string> {
  const { id } = await call<{ id: string }>('get', 'companies/current')
  const staff = await headersOf(request, 'super@bordee.demo')
  await changeCompany(request, id, { alertConfig: { ...anyHour.alertConfig, isActive: true } })
  await request.post('/api/alert-bank/transactions', {
    data: { companyId: id, transaction: { amount: 10, expiresAt: null } },
    headers: staff,
  })
  await call('post', 'contacts', { contact: { site: sites[0]?.id, phone: resident } })
  const { id: messageId } = await call<{ id: string }>('post', 'messages', {
    message: { short: 'Suivi', long: 'Boreal : suivez votre deneigeuse : {suivi}' },
  })
  await call('post', 'notifications/send', { messageId, siteIds: [sites[0]?.id] })
  let path = ''
  await expect(async () => {
    const sent = await request.get('/api/outbox', { params: { channel: 'sms', to: resident }, headers: staff })
    const [text] = (await sent.json()) as { text: string }[]
    path = new URL(/https?:\/\/\S+/.exec(text?.text ?? '')?.[0] ?? '').pathname
  }).toPass()
  return path
}

test('a resident follows their own driveway while a driver’s phone is in a run', { tag: '@looks' }, async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  const fleet = await newFleet(request)
  const link = await textedLink(request, fleet)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(link)
  await expect(page.getByText('Aucune opération en cours.')).toBeVisible()

  const { page: phone } = await openPhone(browser, baseURL)
  await phone.goto('/operateur')
  await phone.getByLabel('Courriel').fill(fleet.email)
  await phone.getByLabel('Mot de passe').fill(demoPassword)
  await phone.getByRole('button', { name: 'Se connecter' }).click()
  await phone.getByRole('button', { name: 'J’accepte' }).click()
  await startRoute(phone, fleet.routeName)

  const reads = (words: RegExp) =>
    expect(async () => {
      await page.goto(link)
      await expect(page.getByText(words)).toBeVisible({ timeout: 1000 })
    }).toPass()
  await reads(/Heure impossible à prévoir pour l’instant\. Votre entrée est toujours sur la liste\./)
  await looksRight(page, 'suivi')
  await page.getByRole('button', { name: 'J’ai déplacé mon véhicule' }).click()
  await expect(page.getByText('L’opérateur sait que votre véhicule est déplacé.')).toBeVisible()
  await expect(phone.getByRole('region', { name: 'Prochain arrêt' })).toContainText(/Véhicule déplacé · \d+\sh/)

  await page.getByRole('link', { name: 'Signaler' }).click()
  await page.getByRole('radio', { name: 'Glace' }).check()
  await page.getByRole('textbox', { name: 'Détails (facultatif)' }).fill('Devant la porte <b>verte</b>')
  await looksRight(page, 'suivi-signaler')
  await page.getByRole('button', { name: 'Envoyer' }).click()
  await expect(page.getByText('Votre signalement est transmis.')).toBeVisible()
  const [run] = await fleet.call<{ operationId: string }[]>('get', 'runs/current')
  const { items } = await fleet.call<{ items: { kind: string; note: string }[] }>('get', `operations/${run?.operationId}/board`)
  expect(items).toContainEqual(expect.objectContaining({ kind: 'request', note: 'Glace\u00a0: Devant la porte <b>verte</b>' }))

  await markDone(phone)
  await reads(/Fait à \d+\sh/)
  await expect(page.getByRole('button', { name: 'J’ai déplacé mon véhicule' })).toHaveCount(0)
})
