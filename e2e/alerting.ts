// What the journeys through alerts share.
import type { APIRequestContext, Page } from '@playwright/test'
import type { Fleet } from './fleet.ts'
import { expect } from './journey.ts'
import { headersOf } from './people.ts'

export const boreal = '0197a000-0000-7000-8000-000000000001'

/**
 * Changes settings that staff would change in the company form: journeys must not depend on the hour or on each
 * other.
 */
export async function changeCompany(request: APIRequestContext, id: string, changes: object) {
  const answer = await request.patch(`/api/companies/${id}`, { data: changes, headers: await headersOf(request, 'super@bordee.demo') })
  expect(answer.status()).toBe(200)
}

export const anyHour = { alertConfig: { startHourAllowed: null, endHourAllowed: null, minTimeBetweenTwoAlert: 0 } }

export async function choose(page: Page, label: string, text: string) {
  await page.getByRole('combobox', { name: label }).fill(text)
  await page.getByRole('option', { name: text }).first().click()
}

/** With alerts in the bank. Returns the company's name. */
export async function readyToText(request: APIRequestContext, { call }: Fleet): Promise<string> {
  const { id } = await call<{ id: string }>('get', 'companies/current')
  const name = `Neiges ${id.slice(-6)}`
  await changeCompany(request, id, { name, alertConfig: { ...anyHour.alertConfig, isActive: true } })
  const headers = await headersOf(request, 'super@bordee.demo')
  await request.post('/api/alert-bank/transactions', { data: { companyId: id, transaction: { amount: 10, expiresAt: null } }, headers })
  return name
}
