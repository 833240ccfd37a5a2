import type { EvidenceFile } from '@bordee/core/evidence/evidence-file.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { initApi } from '../api.ts'
import { Look } from '../ui/Look.tsx'
import { EvidenceFiles } from './EvidenceFiles.tsx'

const siteId = '0197a000-0000-7000-8000-000000000001'
const asked = { customerId: null, claimId: null, from: '2026-01-01', to: '2026-03-31', momentAt: null, withDrivers: false }
const failed: EvidenceFile = {
  ...asked,
  id: '0197a000-0000-7000-8000-000000000002',
  siteId,
  subject: 'Entrée',
  state: 'failed',
  problem: 'Le dossier n’a pas pu être préparé.',
  done: 0,
  total: 1,
  createdAt: '2026-11-19T12:00:00.000Z',
  finishedAt: '2026-11-19T12:01:00.000Z',
  userName: 'Paule Tremblay',
  size: null,
  sha256: null,
  fileName: null,
}

/** The fake server: what it lists, and what was ordered. */
const server = { files: [failed], ordered: [] as { id: string; evidence: object }[] }
async function answer(_: string, { method = 'GET', body }: RequestInit = {}): Promise<Response> {
  if (method !== 'POST') return new Response(JSON.stringify(server.files))
  const order = JSON.parse(body as string) as { id: string; evidence: object }
  server.ordered.push(order)
  server.files = [{ ...failed, ...order.evidence, id: order.id, state: 'waiting', problem: null, finishedAt: null }, ...server.files]
  return new Response(JSON.stringify(server.files[0]), { status: 202 })
}

beforeEach(() => {
  Object.assign(server, { files: [failed], ordered: [] })
  initApi({
    token: async () => 'token',
    tokenAtHand: () => 'token',
    companyId: () => null,
    onCompanyChanged: () => undefined,
    fetch: answer as unknown as typeof fetch,
  })
})

const show = () =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Look>
        <EvidenceFiles of={{ siteId }} />
      </Look>
    </QueryClientProvider>,
  )

test('a dossier that failed says why, and is ordered again as it was', async () => {
  await show()
  await expect.element(page.getByText('Le dossier n’a pas pu être préparé.')).toBeVisible()
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect.poll(() => server.ordered).toMatchObject([{ evidence: { ...asked, siteId } }])
  expect(server.ordered[0]?.id).not.toBe(failed.id)
})

test('of a folder that was deleted, nothing is offered to order again', async () => {
  server.files = [{ ...failed, siteId: null }]
  await show()
  await expect.element(page.getByText('Le dossier n’a pas pu être préparé.')).toBeVisible()
  expect(page.getByRole('button', { name: 'Réessayer' }).elements()).toEqual([])
})
