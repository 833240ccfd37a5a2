// A client with a contract to sign, on a phone.
import type { APIRequestContext, Page } from '@playwright/test'
import { contractor, draft, read, write } from './contractor.ts'
import { expect } from './journey.ts'
import { settled, violations } from './looks.ts'
import { headersOf, linkInLetterTo } from './people.ts'

export interface Sent {
  owner: string
  email: string
  contractId: string
  contractNumber: string
}

interface Wanted {
  email?: string
  companyName?: string
  alerts?: boolean
}

/** Sends a contract to a client's mailbox. */
export async function sent(request: APIRequestContext, { email = newEmail(), companyName, alerts = false }: Wanted = {}): Promise<Sent> {
  const owner = await contractor(request)
  const headers = await headersOf(request, owner)
  const { id: companyId } = await read(request, owner, 'companies/current')
  if (companyName) await request.patch('/api/companies/current', { headers, data: { company: { name: companyName } } })
  if (alerts)
    await request.patch(`/api/companies/${companyId}`, {
      headers: await headersOf(request, 'super@bordee.demo'),
      data: { alertConfig: { isActive: true } },
    })
  const [client] = await read(request, owner, 'customers')
  await request.patch(`/api/customers/${client?.id}`, { headers, data: { client: { email } } })
  const { id: contractId, contractNumber } = await draft(request, owner)
  await write(request, owner, 'contracts/send-mail', { contractIds: [contractId] })
  return { owner, email, contractId, contractNumber }
}

export const newEmail = () => `claire-${crypto.randomUUID()}@exemple.ca`

export const letter = /^Votre contrat \d/

export async function followLink(page: Page, request: APIRequestContext, { email, contractId }: Sent) {
  await page.goto(await linkInLetterTo(request, email, letter))
  await page.waitForURL(`**/client/contracts/${contractId}`)
  await settled(page)
}

/** Retries, because the page may reset the boxes a moment after opening, when it learns that the contract was read. */
export async function tickBoxes(page: Page) {
  const boxes = [/J’ai lu le contrat/, /Je consens/].map((name) => page.getByRole('checkbox', { name }))
  await expect(async () => {
    for (const box of boxes) await box.check({ timeout: 5000 })
    for (const box of boxes) await expect(box).toBeChecked({ timeout: 500 })
  }).toPass()
}

export const sign = (page: Page) => page.getByRole('button', { name: 'Signer le contrat' })

export const historyOf = async (request: APIRequestContext, { owner, contractId }: Sent) =>
  (await read(request, owner, `contracts/history?contractId=${contractId}`)).map(({ event }) => event)

export async function fitsAndIsAccessible(page: Page) {
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 844 })
    await settled(page)
    expect.soft(await violations(page), page.url()).toEqual([])
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), page.url()).toBeLessThanOrEqual(0)
  }
}
