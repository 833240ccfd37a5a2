import type { APIRequestContext } from '@playwright/test'
import { anyHour, changeCompany, choose } from './alerting.ts'
import { type Fleet, newFleet } from './fleet.ts'
import { expect, test } from './journey.ts'
import { looksRight } from './looks.ts'
import { agree, headersOf, signIn } from './people.ts'

interface Run {
  id: string
}
type Mark = 'done' | 'partial' | 'not-done'

/** The owner's phone, as its calls: he also drives. */
function phoneOf({ call, routeId }: Fleet) {
  const start = (more: object = {}) => call<Run>('post', 'runs', { routeId, unit: '14', phone: '418 555-0199', ...more })
  const mark = async (runId: string, stop: number, as: Mark, more: object = {}) => {
    const { runSites } = await call<{ runSites: { id: string }[] }>('get', `runs/${runId}/details?locations=false`)
    await call('post', `runs/${runId}/run-site/${runSites[stop]?.id}/mark-as-${as}`, more)
  }
  const act = (runId: string, type: 'start' | 'quit', more: object = {}) => call('post', `runs/${runId}/action`, { type, ...more })
  return { start, mark, act }
}

test('a dispatcher’s night, from the first centimetres to the report', async ({ page, request }) => {
  test.slow()
  const fleet = await newFleet(request)
  const phone = phoneOf(fleet)
  await readyToAlert(request, fleet)
  const number = (name: string) => page.locator('dl[aria-label="Sommaire"] > div', { hasText: name })
  const rounds = page.getByRole('region', { name: 'Tournées' }).getByRole('listitem')
  const items = page.getByRole('region', { name: 'À traiter' }).getByRole('listitem')

  await signIn(page, fleet.email, '/dashboard/operations')
  await page.getByRole('link', { name: 'Ouvrir une opération' }).click()
  await page.getByRole('button', { name: 'Ouvrir l’opération' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Opération du / })).toBeVisible()
  await expect(rounds).toContainText(/Rue Saint-Jean.*non démarrée/s)
  await page.getByRole('button', { name: 'Noter les cm' }).click()
  await page.getByLabel('Centimètres au sol').fill('9')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: '9 cm' })).toBeVisible()

  // The truck leaves. A car is in the way, a gate is closed: only the gate must be dealt with.
  const first = await phone.start()
  await expect(rounds).toContainText(/14.*Rue Saint-Jean.*Odile Roy.*0\/3/s)
  await expect(rounds.getByRole('link', { name: 'Appeler Odile Roy' })).toHaveAttribute('href', 'tel:+14185550199')
  await phone.mark(first.id, 0, 'partial', { reason: 'vehicle' })
  await phone.mark(first.id, 1, 'not-done', { reason: 'gate', note: 'Cadenas' })
  await expect(number('En partie')).toContainText('1')
  await expect(number('À reprendre')).toContainText('1')
  await expect(items).toContainText(/Pas fait.*barrière fermée · Cadenas/s)

  // The resident is told why, and the truck comes back.
  await items.getByRole('checkbox').check()
  await page.getByRole('region', { name: 'Points de service choisis' }).getByRole('link', { name: 'Aviser' }).click()
  await expect(page.getByRole('combobox', { name: 'Points de service' })).toHaveValue('Choisis sur le tableau (1)')
  await choose(page, 'Message', 'À reprendre')
  await expect(page.getByRole('region', { name: 'Avant d’envoyer' })).toContainText(
    /Essai : nous reviendrons \(barrière fermée\)\..*43 caractères sur 160/s,
  )
  await looksRight(page, 'operation-aviser')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Envoyer' }).click()
  await agree(page, 'Envoyer')
  await expect(page.getByText('L’alerte est en route vers 1 occupant.')).toBeVisible()
  await page.goBack()
  await items.getByRole('button', { name: 'Prochain arrêt' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^14.*Rue Saint-Jean/s })
    .first() // below, the end of the same run may be closer
    .click()
  await expect(items).toContainText('Ajouté à 14 · Rue Saint-Jean')
  for (const stop of [0, 1, 2]) await phone.mark(first.id, stop, 'done')
  await expect(page.getByText('Rien à traiter')).toBeVisible()
  await expect(number('Faits')).toContainText(/3\s*\/ 3.*100/s)
  await phone.act(first.id, 'quit')

  // The City has ploughed; the truck breaks down in the round that follows, and another one takes what is left.
  const menu = page.getByRole('button', { name: 'Autres actions', exact: true })
  await menu.click()
  await page.getByRole('menuitem', { name: 'La Ville est passée…' }).click()
  await page.getByRole('button', { name: 'Tous les trajets' }).click()
  await agree(page, 'Préparer')
  await expect(rounds).toContainText(/non démarrée\s·\sBordure, ronde\s2/)
  await expect(number('Faits')).toContainText('0 / 3')
  const second = await phone.start()
  await phone.mark(second.id, 0, 'partial', { reason: 'vehicle' }) // enough to take the bank away
  await expect(number('Faits')).toContainText('1 / 3')
  await rounds.getByRole('button', { name: 'Actions, Rue Saint-Jean' }).click()
  await page.getByRole('menuitem', { name: 'Remettre le reste…' }).click()
  await agree(page, 'Remettre le reste')
  await expect(items).toHaveCount(2)
  for (const item of await items.all()) await item.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Créer une reprise' }).click()
  await expect(rounds.filter({ hasText: 'à prendre' })).toHaveCount(1)
  const { rounds: known, operation } = await fleet.call<Shown>('get', `operations/${idIn(page.url())}/board`)
  const redo = known.find(({ isRedo }) => isRedo)?.runId ?? ''
  await phone.act(redo, 'start', { leaves: second.id })
  for (const stop of [0, 1]) await phone.mark(redo, stop, 'done')
  await expect(page.getByText('Rien à traiter')).toBeVisible()
  await looksRight(page, 'operation-nuit')
  await page.setViewportSize({ width: 1440, height: 900 })

  // The final cleaning goes on while the office closes.
  const last = await phone.start({ kind: 'final', leaves: redo })
  await phone.mark(last.id, 0, 'done')
  await page.getByRole('tab', { name: 'Journal' }).click()
  await page.getByRole('textbox', { name: 'Note' }).fill('Chute finie à 7 h.')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Journal' })).toContainText(/Note.*Chute finie à 7 h\./s)
  await menu.click()
  await page.getByRole('menuitem', { name: 'Fermer l’opération…' }).click()
  await expect(page.getByRole('dialog')).toContainText(/1\stournée en cours\s: Rue Saint-Jean/)
  await agree(page, 'Fermer l’opération')
  await expect(page.getByText('Fermée', { exact: true })).toBeVisible()
  await page.getByRole('tab', { name: 'Rapport' }).click()
  await expect(page).toHaveURL(new RegExp(`/operations/${operation.id}$`))
  await expect(page.getByRole('region', { name: 'Opérateurs' })).toContainText('Odile Roy')
  await expect(page.getByRole('region', { name: 'Alertes envoyées' })).toContainText(/1\senvoi, 0,10\s\$.*\(raison\)/s)
  await expect(page.getByRole('link', { name: /^2\spoints de service jamais atteints$/ })).toBeVisible()
  await looksRight(page, 'operation-rapport')

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('link', { name: 'Opérations', exact: true }).click()
  await expect(page.getByRole('row', { name: operation.name })).toContainText(/9.*Fermée/s)
  await looksRight(page, 'operations')
})

/** With alerts in the bank, and a message that gives the reason. */
async function readyToAlert(request: APIRequestContext, { call }: Fleet) {
  const { id } = await call<{ id: string }>('get', 'companies/current')
  await changeCompany(request, id, { alertConfig: { ...anyHour.alertConfig, isActive: true } })
  const headers = await headersOf(request, 'super@bordee.demo')
  await request.post('/api/alert-bank/transactions', { data: { companyId: id, transaction: { amount: 10, expiresAt: null } }, headers })
  await call('post', 'messages', { message: { short: 'À reprendre', long: 'Essai : nous reviendrons ({raison}).' } })
}

interface Shown {
  operation: { id: string; name: string }
  rounds: { runId: string | null; isRedo: boolean }[]
}

const idIn = (url: string) => /operations\/([^/?]+)/.exec(url)?.[1] ?? ''
