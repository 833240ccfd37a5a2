import { expect, test } from './journey.ts'
import { headersOf, signIn } from './people.ts'

interface Site {
  id: string
  siteAddress: string
  customerName: string
}

test('a caller is answered by keyboard: F8, a phone, Enter, a digit, Enter', async ({ page, request }) => {
  const headers = await headersOf(request, 'proprio@bordee.demo')
  const [open] = ((await (await request.get('/api/operations', { headers })).json()) as { id: string; closedAt: string | null }[]).filter(
    ({ closedAt }) => closedAt === null,
  )
  const clients = (await (await request.get('/api/customers', { headers })).json()) as { phone: string | null; sites: Site[] }[]
  const phone = clients.find(({ phone: own, sites }) => own && sites.length === 1)?.phone ?? ''
  const answer = (await (await request.get(`/api/call-sheet?q=${phone}`, { headers })).json()) as { callers: Site[] }

  await signIn(page, 'repartition@bordee.demo')
  await page.waitForURL('**/dashboard/**')
  await page.keyboard.press('F8')
  await page.keyboard.type(`(${phone.slice(0, 3)}) ${phone.slice(3, 6)}-${phone.slice(6)}`) // before the sheet has loaded
  const sheet = page.getByRole('dialog', { name: 'Fiche d’appel' })
  await expect(sheet.getByRole('option')).toHaveCount(answer.callers.length)
  await expect(sheet.getByRole('heading', { level: 2 }).last()).toHaveText(answer.callers[0]?.siteAddress ?? '')
  await expect(sheet.getByText('$')).toHaveCount(0) // a dispatcher sees no money
  await page.keyboard.press('Enter')
  await page.keyboard.press('1')
  await page.keyboard.type('Oublié ce matin')
  await page.keyboard.press('Enter')
  await expect(sheet).toBeHidden()
  await expect(page.getByText('La demande est au tableau')).toBeVisible()

  const { items } = (await (await request.get(`/api/operations/${open?.id}/board`, { headers })).json()) as {
    items: { note: string | null; requestId: string | null }[]
  }
  const asked = items.find(({ note }) => note === 'Oublié ce matin')
  expect(asked).toBeDefined()
  await request.post(`/api/operations/${open?.id}/requests/${asked?.requestId}/settle`, { headers })
})
