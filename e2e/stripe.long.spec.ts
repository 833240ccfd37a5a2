// Cards, an account and a payment with Stripe: our server beside a local Stripe, and a fake of Stripe's scripts in
// the browser.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { APIRequestContext, Page } from '@playwright/test'
import { reapAfterUs } from '../house/reaper.ts'
import { freePort } from '../server/src/postgres/process.ts'
import { payableContract, read } from './contractor.ts'
import { expect, test } from './journey.ts'
import { settled, violations } from './looks.ts'
import { newCompany, signIn } from './people.ts'

const port = await freePort()
const peoplePort = await freePort()
const address = `http://127.0.0.1:${port}`
const people = `http://127.0.0.1:${peoplePort}`

test.use({ baseURL: address })
test.describe.configure({ mode: 'serial', timeout: 120_000 })

let server: ChildProcess
test.beforeAll(async ({ playwright }) => {
  test.setTimeout(180_000)
  const data = mkdtempSync(join(tmpdir(), 'bordee-e2e-stripe-'))
  reapAfterUs(data)
  server = spawn(process.execPath, [fileURLToPath(new URL('./stripe-server.ts', import.meta.url))], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      PEOPLE_PORT: String(peoplePort),
      PUBLIC_URL: address,
      DATA_DIR: data,
      DEMO: '1',
      HOST: '127.0.0.1',
      DATABASE_URL: '',
      SMTP_URL: '',
    },
  })
  const request = await playwright.request.newContext()
  await expect(async () => expect((await request.get(`${address}/api/config`)).ok()).toBe(true)).toPass({ timeout: 150_000 })
  await request.dispose()
})
test.afterAll(async ({ playwright }) => {
  const request = await playwright.request.newContext()
  expect(await (await request.post(`${people}/faults`, { data: {} })).json()).toEqual([])
  await request.dispose()
  server.kill('SIGTERM')
  await once(server, 'exit')
})

/** Fakes the parts of Stripe's scripts that our page uses; actions go to api.stripe.com, as they would for real. */
const stripeJs = `
  const ask = async (act, body) => (await fetch('https://api.stripe.com/' + act, { method: 'POST', body: JSON.stringify(body) })).json()
  window.Stripe = (key, { stripeAccount }) => {
    const shown = (place, text) => { place.innerHTML = '<p>' + text + ' ' + key + ' ' + (stripeAccount ?? '') + '</p>' }
    return {
      elements: ({ clientSecret }) => ({
        clientSecret,
        create: () => {
          let ready
          return {
            on: (_event, heard) => { ready = heard },
            mount: (place) => { shown(place, 'Champ de Stripe'); setTimeout(() => ready()) },
            destroy() {}
          }
        },
        submit: async () => ({}),
      }),
      confirmSetup: async ({ elements, confirmParams }) => {
        const { name } = confirmParams.payment_method_data.billing_details
        const asked = { clientSecret: elements.clientSecret, name }
        let told = await ask('confirm-setup', asked)
        if (told.status === 'action' && name === 'Refusée Roy') return { error: { message: 'La banque n’a pas confirmé la carte.' } }
        if (told.status === 'action') told = await ask('confirm-setup', { ...asked, isAuthenticated: 'yes' })
        return { setupIntent: { status: told.status, payment_method: told.paymentMethodId } }
      },
      createEmbeddedCheckoutPage: async ({ clientSecret, onComplete }) => ({
        mount: (place) => {
          shown(place, 'Paiement chez Stripe')
          const button = document.createElement('button')
          button.textContent = 'Payer chez Stripe'
          button.onclick = async () => { await ask('pay', { clientSecret }); onComplete() }
          place.append(button)
        },
        destroy() {},
      }),
    }
  }`
const connectJs = `
  window.StripeConnect = {
    init: ({ fetchClientSecret }) => {
      void fetchClientSecret().then((secret) => { window.connectSecret = secret });
      return { connect: {} }
    }
  }`

async function standInForStripe(page: Page, request: APIRequestContext): Promise<string[]> {
  const fetched: string[] = []
  await page.route('https://js.stripe.com/**', (route) => {
    fetched.push(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body: stripeJs })
  })
  await page.route('https://connect-js.stripe.com/**', (route) => {
    fetched.push(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body: connectJs })
  })
  await page.route('https://api.stripe.com/**', async (route) => {
    const done = await request.post(`${people}${new URL(route.request().url()).pathname}`, {
      data: JSON.parse(route.request().postData() ?? '{}') as object,
    })
    return route.fulfill({ contentType: 'application/json', headers: { 'access-control-allow-origin': '*' }, body: await done.text() })
  })
  return fetched
}

test('an owner saves cards in Stripe’s form and changes the default', async ({ page, request }) => {
  const fetched = await standInForStripe(page, request)
  const owner = await newCompany(request)
  await signIn(page, owner, '/dashboard/company/general')
  const section = page.getByRole('region', { name: 'Cartes de crédit' })
  await expect(section.getByText('Aucune carte enregistrée.')).toBeVisible()
  expect(fetched).toEqual([]) // no Stripe script before it is needed

  const dialog = page.getByRole('dialog', { name: 'Ajouter une carte' })
  async function save(name: string) {
    await section.getByRole('button', { name: 'Ajouter une carte' }).click()
    await expect(dialog.getByText('Champ de Stripe pk_test_local')).toBeVisible()
    await expect(dialog.getByLabel('Numéro de carte')).toHaveCount(0)
    await dialog.getByLabel('Nom du titulaire').fill(name)
    await dialog.getByRole('button', { name: 'Enregistrer la carte' }).click()
  }
  await save('Refusée Roy')
  await expect(dialog.getByText('La banque n’a pas confirmé la carte.')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Annuler' }).click()
  for (const name of ['Odile Roy', 'Paul Roy']) {
    await save(name)
    await expect(dialog).toHaveCount(0)
  }
  expect(fetched).toEqual(['https://js.stripe.com/endive/stripe.js'])

  const [first, second] = [section.getByRole('listitem').first(), section.getByRole('listitem').last()]
  await expect(first).toContainText('Odile Roy')
  await expect(first).toContainText('Par défaut')
  await second.getByRole('button', { name: /^Définir par défaut/ }).click()
  await expect(second.getByText('Par défaut', { exact: true })).toBeVisible()
  await expect(first.getByRole('button', { name: /^Définir par défaut/ })).toBeVisible()
  await first.getByRole('button', { name: /^Supprimer Visa/ }).click()
  await page.getByRole('dialog', { name: 'Supprimer cette carte' }).getByRole('button', { name: 'Supprimer' }).click()
  await expect(section.getByRole('listitem')).toHaveCount(1)
})

test('a client pays a contract in Stripe’s checkout; the company sees its account', async ({ page, request }) => {
  const { owner, id, accountId, link } = await payableContract(request, async (company, account) => {
    await request.post(`${people}/onboard`, { data: { accountId: account } })
    await expect(async () =>
      expect(await read(request, company, 'payment-accounts/payment-account')).toMatchObject({ chargesEnabled: true }),
    ).toPass()
  })

  const fetched = await standInForStripe(page, request)
  await page.goto(link)
  await page.getByRole('link', { name: 'Voir les versements' }).click()
  await page.getByRole('link', { name: /^Payer 275,94/ }).click()
  await expect(page.getByText(`Paiement chez Stripe pk_test_local ${accountId}`)).toBeVisible()
  await settled(page)
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Payer chez Stripe' }).click()
  await expect(page.getByRole('listitem').first()).toContainText('Payé')
  const { payments } = (await read(request, owner, `contracts/${id}`)) as { payments?: unknown }
  expect(payments).toMatchObject([{ amount: 27594, type: 'credit_card', wasOnline: true }])

  await signIn(page, owner, '/dashboard/company/payment-account')
  await expect(page.locator('stripe-connect-payments')).toBeAttached()
  expect(await page.evaluate('window.connectSecret')).toMatch(/^accs_secret_/)
  expect(fetched).toContain('https://connect-js.stripe.com/v1.0/connect.js')
})
