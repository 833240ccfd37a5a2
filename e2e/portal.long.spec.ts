// A client on a phone: from the e-mail to the signed contract.
import type { APIRequestContext } from '@playwright/test'
import { read, write } from './contractor.ts'
import { expect, test } from './journey.ts'
import { settled } from './looks.ts'
import { headersOf, linkInLetterTo, signIn } from './people.ts'
import { fitsAndIsAccessible, followLink, historyOf, letter, newEmail, type Sent, sent, sign, tickBoxes } from './portal.ts'

test.use({ viewport: { width: 390, height: 844 } })

// Each test creates its own company.
test.describe.configure({ timeout: 120_000 })

/** The office edits the contract meanwhile. */
async function change(request: APIRequestContext, { owner, contractId }: Sent, clauses: string) {
  const headers = await headersOf(request, owner)
  const changed = await request.patch(`/api/contracts/${contractId}`, { headers, data: { contract: { clauses } } })
  expect(changed.status()).toBe(200)
}

test('a signature whose answer was lost counts as done', async ({ page, request }) => {
  const contract = await sent(request)
  await followLink(page, request, contract)
  await tickBoxes(page)
  await page.route('**/accept', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await sign(page).click()
  await expect(page.getByText('Contrat signé avec succès')).toBeVisible()
  await page.waitForURL('**/client/contracts')
})

test('a used link offers a new one, which opens the contract', async ({ page, request }) => {
  const contract = await sent(request)
  const link = await linkInLetterTo(request, contract.email, letter)
  await followLink(page, request, contract)
  await followLink(page, request, contract) // the client is still signed in, so the used link works
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Déconnexion' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Se déconnecter' }).click()
  await page.waitForURL('**/auth/client/sign-in**')

  await page.goto(link)
  await expect(page.getByText('Le lien de connexion a expiré ou est invalide.')).toBeVisible()
  await page.getByRole('link', { name: 'Recevoir un nouveau lien' }).click()
  await expect(page.getByLabel('Courriel')).toHaveValue(contract.email)
  await page.getByText('Je ne suis pas un robot').click()
  await expect(page.getByText('Vérifié')).toBeVisible()
  await page.getByRole('button', { name: 'Recevoir mon lien' }).click()
  await expect(page.getByRole('heading', { name: 'Consultez vos courriels' })).toBeVisible()
  await page.goto(await linkInLetterTo(request, contract.email, /lien de connexion/))
  await page.waitForURL(`**/client/contracts/${contract.contractId}`)
})

test('a link shows as expired after six seconds without an answer', async ({ page, request }) => {
  const contract = await sent(request)
  const link = await linkInLetterTo(request, contract.email, letter)
  await page.clock.install()
  await page.route('**/retrieve/sign-in-link-token', () => undefined) // a server that doesn't answer
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Connexion en cours…' })).toBeVisible()
  await page.clock.fastForward(6500)
  await expect(page.getByText('Le lien de connexion a expiré ou est invalide.')).toBeVisible()
})

test('a client of two companies sees each contract under its company’s name, also when one is open', async ({ page, request }) => {
  const email = newEmail()
  const first = await sent(request, { email, companyName: 'Neiges Arctiques' })
  const second = await sent(request, { email, companyName: 'Pelletage Boréas' })
  await page.goto(await linkInLetterTo(request, email, letter))
  await page.waitForURL('**/client/contracts/**')
  await page.goto('/client/contracts')
  for (const [name, { contractNumber }] of [
    ['Neiges Arctiques', first],
    ['Pelletage Boréas', second],
  ] as const)
    await expect(page.getByRole('region', { name }).getByRole('article', { name: `Contrat ${contractNumber}` })).toBeVisible()
  await expect(page.getByRole('banner')).toContainText('Espace client')
  await fitsAndIsAccessible(page)

  await page
    .getByRole('region', { name: 'Pelletage Boréas' })
    .getByRole('link', { name: /^Lire et signer/ })
    .click()
  await expect(page.getByRole('banner')).toContainText('Pelletage Boréas')

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/client/contracts')
  await page.getByRole('row').filter({ hasText: 'Neiges Arctiques' }).dblclick()
  await page.waitForURL(`**/client/contracts/${first.contractId}`)
  await expect(page.getByRole('banner')).toContainText('Neiges Arctiques')
})

test('a contract that changes while being read must be read again before signing', async ({ page, request }) => {
  const contract = await sent(request)
  await followLink(page, request, contract)
  await tickBoxes(page)
  await change(request, contract, '<p>Le déneigement commence à 10 cm.</p>')
  await write(request, contract.owner, 'contracts/statuses', { contractIds: [contract.contractId], status: 'sent' })
  await sign(page).click()

  await expect(page.getByText('Ce contrat vient de changer')).toBeVisible()
  // The old text stays until the reader asks for the new one.
  await expect(page.getByText('Le déneigement commence à 5 cm.')).toBeVisible()
  await page.getByRole('button', { name: 'Relire le contrat' }).click()
  await expect(page.getByText('Le déneigement commence à 10 cm.')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /J’ai lu le contrat/ })).not.toBeChecked()
  await tickBoxes(page)
  await sign(page).click()
  await expect(page.getByText('Contrat signé avec succès')).toBeVisible()
})

test('a contract that the office took back says so when signed and when its link is followed', async ({ page, request }) => {
  const contract = await sent(request)
  const other = await sent(request)
  await followLink(page, request, contract)
  await tickBoxes(page)
  await change(request, contract, '<p>Autrement.</p>')
  await sign(page).click()
  await expect(page.getByRole('heading', { name: 'Ce contrat est en cours de modification' })).toBeVisible()
  expect(await historyOf(request, contract)).not.toContain('accept')

  const link = await linkInLetterTo(request, other.email, letter)
  await change(request, other, '<p>Autrement.</p>')
  await page.goto(link)
  await page.getByRole('button', { name: `Continuer avec ${other.email}` }).click()
  await expect(page.getByRole('heading', { name: 'Ce contrat est en cours de modification' })).toBeVisible()
  await page.goto('/client/contracts') // the client is still signed in
  await expect(page.getByRole('contentinfo')).toContainText(contract.email)
})

test('another client’s contract is refused with a way to switch accounts; an unknown one is not found', async ({ page, request }) => {
  const [mine, theirs] = [await sent(request), await sent(request)]
  await followLink(page, request, mine)
  await page.goto(`/client/contracts/${theirs.contractId}`)
  await expect(page.getByRole('heading', { name: 'Accès refusé' })).toBeVisible()
  await expect(page.getByText(new RegExp(mine.email))).toHaveCount(2)
  await fitsAndIsAccessible(page)
  await page.goto('/client/contracts/00000000-0000-7000-8000-000000000000')
  await expect(page.getByRole('heading', { name: 'Contrat introuvable' })).toBeVisible()

  // The other client's link names both addresses, and switches only on request.
  const link = await linkInLetterTo(request, theirs.email, letter)
  await page.goto(link)
  await expect(page.getByText(mine.email, { exact: true })).toBeVisible()
  await page.getByRole('link', { name: `Rester avec ${mine.email}` }).click()
  await page.waitForURL('**/client/contracts')
  await page.goto(link)
  await page.getByRole('button', { name: `Continuer avec ${theirs.email}` }).click()
  await page.waitForURL(`**/client/contracts/${theirs.contractId}`)
  await expect(page.getByRole('contentinfo')).toContainText(theirs.email)

  await page.goto(`/client/contracts/${mine.contractId}`)
  await page.getByRole('button', { name: 'Changer d’adresse' }).click()
  await page.waitForURL(`**/auth/client/sign-in?contractId=${mine.contractId}`)
  await expect(page.getByLabel('Courriel')).toHaveValue('')
})

test('someone who is both a company’s employee and its client is told which role applies', async ({ page, request }) => {
  const contract = await sent(request)
  const headers = await headersOf(request, contract.owner)
  const [client] = await read(request, contract.owner, 'customers')
  await request.patch(`/api/customers/${client?.id}`, { headers, data: { client: { email: contract.owner } } })
  await write(request, contract.owner, 'contracts/sync-info', {})
  await write(request, contract.owner, 'contracts/send-mail', { contractIds: [contract.contractId] })
  const link = await linkInLetterTo(request, contract.owner, letter)

  await signIn(page, contract.owner, '/client/contracts')
  await expect(page.getByText(/Vous êtes connecté comme propriétaire/)).toBeVisible()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Ouvrir votre espace client?' })).toBeVisible()
  await page.getByRole('button', { name: 'Ouvrir mon espace client' }).click()
  await page.waitForURL(`**/client/contracts/${contract.contractId}`)
  await expect(sign(page)).toBeVisible()
  await page.goto('/dashboard') // a link always opens a client's session, whatever else the account may do
  await page.waitForURL('**/i-am-client')
  await page.getByRole('button', { name: 'Je travaille pour une compagnie' }).click()
  await page.waitForURL('**/sign-in**')
})

test('instalments show what is left in order, and are paid to the company directly while cards are not accepted', async ({
  page,
  request,
}) => {
  const contract = await sent(request)
  const headers = await headersOf(request, contract.owner)
  await write(request, contract.owner, 'contracts/statuses', { contractIds: [contract.contractId], status: 'accepted' })
  await page.goto(await linkInLetterTo(request, contract.email, letter))
  await page.getByRole('link', { name: 'Voir les versements' }).click()
  await expect(page.getByText(/Reste à payer.*459,90/)).toBeVisible()
  await expect(page.getByRole('heading', { name: /Le paiement se fait auprès de/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /\(418\) 555-0142/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Payer/ })).toHaveCount(0)
  await fitsAndIsAccessible(page)

  // Pretend that the company accepts cards.
  await page.route(`**/api/contracts/${contract.contractId}`, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...((await answer.json()) as object), isOnlinePaymentPossible: true } })
  })
  await page.reload()
  await expect(page.getByRole('link', { name: /^Payer/ })).toHaveText(/275,94/)
  const [payment] = [{ amount: 27594, paidAt: '2026-01-05', type: 'check' }]
  const paid = await request.patch(`/api/contracts/${contract.contractId}`, { headers, data: { contract: { payments: [payment] } } })
  expect(paid.status()).toBe(200)
  await page.reload()
  await expect(page.getByRole('listitem').first()).toContainText('Payé')
  await expect(page.getByRole('link', { name: /^Payer/ })).toHaveText(/183,96/)
  await page.getByRole('link', { name: /^Payer/ }).click()
  await page.waitForURL(/payment\/[\w-]{36}$/)
  await expect(page.getByText(/Versement à payer/)).toBeVisible()

  await page.route('**/api/contracts?*', async (route) => {
    const rows = (await (await route.fetch()).json()) as object[]
    await route.fulfill({ json: rows.map((row) => ({ ...row, isOnlinePaymentPossible: true })) })
  })
  await page.goto('/client/contracts')
  await page.getByRole('link', { name: /459,90/ }).click()
  await page.waitForURL(/payment$/)
  await expect(page.getByRole('link', { name: /^Payer/ })).toBeVisible()
})

test('a client reads alerts, downloads personal data and asks for erasure', async ({ page, request }) => {
  await signIn(page, 'client@bordee.demo', '/client/alerts')
  await expect(page.getByRole('listitem').first()).toContainText('892, rue Hamelin')
  await fitsAndIsAccessible(page)

  const contract = await sent(request)
  await page.context().clearCookies()
  await page.goto('/sign-in')
  await followLink(page, request, contract)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Mes données' }).click()
  const kept = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Télécharger mes données' }).click()
  expect((await kept).suggestedFilename()).toBe('Mes données.xlsx')
  await page.getByRole('button', { name: 'Demander la suppression' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Envoyer la demande' }).click()
  await expect(page.getByText('Demande transmise')).toBeVisible()
  await fitsAndIsAccessible(page)
})

test('with text twice as large nothing is cut off or wider than the phone', async ({ page, request }) => {
  const contract = await sent(request)
  await followLink(page, request, contract)
  for (const path of [`/client/contracts/${contract.contractId}`, '/client/contracts', '/client/data']) {
    await page.goto(path)
    await settled(page)
    const before = await page.evaluate(() => document.documentElement.scrollHeight)
    // As set in the browser's preferences.
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    const { excess, height } = await page.evaluate(() => ({
      excess: document.documentElement.scrollWidth - innerWidth,
      height: document.documentElement.scrollHeight,
    }))
    expect.soft(excess, path).toBeLessThanOrEqual(0)
    expect.soft(height, path).toBeGreaterThan(before)
  }
})

test('a slow network shows placeholders, and printing says when it is blocked', async ({ page, request }) => {
  const contract = await sent(request)
  await followLink(page, request, contract)
  await page.evaluate(() => Object.assign(window, { open: () => null })) // like a pop-up blocker
  await page.getByRole('button', { name: 'Imprimer' }).click()
  await expect(page.getByText(/Votre navigateur a bloqué la fenêtre/)).toBeVisible()

  const [shell, list] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('**/assets/PortalShell-*.js', (route) => shell.promise.then(() => route.continue()))
  await page.route('**/api/contracts?*', (route) => list.promise.then(() => route.continue()))
  await page.goto('/client/contracts')
  await expect(page.getByRole('status')).toHaveText('Chargement…')
  shell.resolve()
  await expect(page.getByRole('heading', { name: 'Contrats' })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Chargement…' })).toBeVisible()
  list.resolve()
  await expect(page.getByRole('article', { name: `Contrat ${contract.contractNumber}` })).toBeVisible()
})

test('a client declines and says why', async ({ page, request }) => {
  const contract = await sent(request)
  await followLink(page, request, contract)
  await page.getByRole('button', { name: 'Refuser ce contrat' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: /Raison du refus/ }).fill('Trop cher pour moi')
  await dialog.getByRole('button', { name: 'Refuser le contrat' }).click()
  await expect(dialog.getByText('Veuillez cocher cette case')).toBeVisible()
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Refuser le contrat' }).click()

  await expect(page.getByText('Vous avez refusé le contrat.')).toBeVisible()
  await page.waitForURL('**/client/contracts')
  await page.getByRole('link', { name: /^Consulter/ }).click()
  await expect(page.getByText(/Trop cher pour moi/)).toBeVisible()
  await expect(sign(page)).toHaveCount(0)
})
