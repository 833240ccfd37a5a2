// Steps that several journeys share.
import type { APIRequestContext, Page } from '@playwright/test'
import { type Challenge, solutionOf } from '../server/src/testing/captcha-solution.ts'
import { expect } from './journey.ts'

export const demoPassword = 'bordee-demo'

/** Signs in through the API, without the form, and opens a page: by default the user's landing page. */
export async function signIn(page: Page, email: string, path = '/dashboard') {
  const context = page.context()
  const session = await context.request.post('/api/identity/sign-in', { data: { email, password: demoPassword } })
  expect(session.status()).toBe(200)
  const { cookies } = await context.storageState()
  const origin = new URL(session.url()).origin
  await context.setStorageState({ cookies, origins: [{ origin, localStorage: [{ name: 'bordee:signed-in', value: '1' }] }] })
  await page.goto(path)
}

/** Signs in through the form. */
export async function fillSignIn(page: Page, email: string, password = demoPassword) {
  await page.goto('/sign-in')
  await page.getByLabel('Courriel').fill(email)
  await page.getByLabel('Mot de passe', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'))
}

/** The headers of a user's calls, to set up a journey through the API. */
export async function headersOf(request: APIRequestContext, email: string) {
  const session = await request.post('/api/identity/sign-in', { data: { email, password: demoPassword, persistence: 'none' } })
  return { authorization: `Bearer ${((await session.json()) as { token: string }).token}` }
}

/** Waits for the newest e-mail to someone and returns the path of its link. */
export async function linkInLetterTo(request: APIRequestContext, email: string, subject: RegExp): Promise<string> {
  const headers = await headersOf(request, 'super@bordee.demo')
  let link = ''
  await expect(async () => {
    const answer = await request.get('/api/outbox', { params: { channel: 'email', to: email }, headers })
    const letters = (await answer.json()) as { subject: string; text: string }[]
    const letter = letters.find((one) => subject.test(one.subject))
    link = /https?:\/\/\S+/.exec(letter?.text ?? '')?.[0] ?? ''
    expect(link).not.toBe('')
  }).toPass()
  const { pathname, search, hash } = new URL(link)
  return `${pathname}${search}${hash}`
}

export async function signOut(page: Page) {
  await page.getByRole('button', { name: /menu de/ }).click()
  await page.getByRole('button', { name: 'Se déconnecter' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Se déconnecter' }).click()
  await page.waitForURL('**/sign-in**')
}

/** Presses a button of the dialog, which closes. */
export async function agree(page: Page, button: string) {
  await page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** Picks the first suggested address. */
export async function chooseAddress(page: Page, label: string, search: string, offered = search) {
  const field = page.getByRole('textbox', { name: label })
  await field.fill(search)
  await expect(page.getByRole('option').first()).toContainText(offered, { ignoreCase: true })
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue(/, QC /)
}

/** Draws a square around the middle of a map, corner by corner; `half` is half its side in pixels. */
export async function drawSquare(page: Page, map: string, half: number) {
  await page.getByRole('button', { name: 'Dessiner' }).click()
  const region = page.getByRole('region', { name: map })
  await region.scrollIntoViewIfNeeded()
  const box = await region.boundingBox()
  if (!box) throw new Error('the map has no box')
  const at = (x: number, y: number) => [box.x + box.width / 2 + x, box.y + box.height / 2 + y] as const
  for (const [x, y] of [at(-half, -half), at(half, -half), at(half, half), at(-half, half)]) {
    await page.mouse.move(x, y)
    await page.mouse.click(x, y)
    await page.waitForTimeout(120) // two quick clicks would be a double click, which closes the polygon
  }
  await page.mouse.click(...at(-half, -half))
}

const officeAddress = { civicNumber: '500', street: 'rue Saint-Jean', city: 'Québec', state: 'QC', country: 'CA', zip: 'G1R 1P8' }
export const officePlace = { lat: 46.8108, lng: -71.2184 }

/** Registers a company, as the form does. Its owner has not confirmed the e-mail yet. */
export async function register(request: APIRequestContext, email: string, password = demoPassword) {
  const challenge = (await (await request.get('/api/captcha/challenge')).json()) as Challenge
  const registered = await request.post('/api/companies/register', {
    headers: { recaptcha: await solutionOf(challenge) },
    data: {
      account: { firstName: 'Odile', lastName: 'Roy', email, password },
      company: { name: 'Neiges du Nord', QEN: '1174829305', email, phone: '4185550142', ...officeAddress, location: officePlace },
    },
  })
  expect(registered.status()).toBe(201)
}

/** Platform staff let residents' requests reach the company, wherever its sector is. Returns its id. */
export async function admit(request: APIRequestContext, owner: Record<string, string>): Promise<string> {
  const { id } = (await (await request.get('/api/companies/current', { headers: owner })).json()) as { id: string }
  const admitted = await request.patch(`/api/companies/${id}/quote-admission`, {
    headers: await headersOf(request, 'super@bordee.demo'),
    data: { admission: 'admitted', isSectorUnlimited: true },
  })
  expect(admitted.status()).toBe(200)
  return id
}

/**
 * Creates a company that no other journey uses, with this many clients, each with a site and an occupant. Returns its
 * owner's e-mail, which is confirmed.
 */
export async function newCompany(request: APIRequestContext, clients = 0): Promise<string> {
  const email = `proprio-${crypto.randomUUID()}@exemple.ca`
  await register(request, email)
  const headers = await headersOf(request, email)
  const { searchParams } = new URL(await linkInLetterTo(request, email, /Confirmez/), 'http://any')
  const confirmed = await request.post('/api/identity/email-verification/confirm', {
    headers,
    data: { code: searchParams.get('oobCode') },
  })
  expect(confirmed.status()).toBe(200)
  const numbers = Array.from({ length: clients }, (_, i) => `${i + 1}`.padStart(3, '0'))
  for (let first = 0; first < clients; first += 10)
    await Promise.all(
      numbers.slice(first, first + 10).map(async (number) => {
        const made = await request.post('/api/customers', {
          headers,
          data: {
            client: { name: `Client ${number}`, number, phone: `4185550${number}` },
            site: { name: `Entrée ${number}`, address: { ...officeAddress, civicNumber: number, location: officePlace } },
            occupants: [{ firstName: 'Paul', lastName: `Occupant ${number}`, phone: `4185550${number}`, alertMethod: 'sms' }],
          },
        })
        expect(made.status()).toBe(201)
      }),
    )
  return email
}
