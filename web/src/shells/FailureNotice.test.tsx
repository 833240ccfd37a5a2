import { call, slice } from '@bordee/core/call.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import * as z from 'zod'
import { initApi } from '../api.ts'
import { useCall } from '../calls.ts'
import { BrokenPart } from '../ui/broken.tsx'
import { Look } from '../ui/Look.tsx'
import { FailureNotice } from './FailureNotice.tsx'

const { listSectors } = slice('sectors', {
  listSectors: call('GET /sectors', { who: 'signed-in', returns: z.array(z.string()), summary: '' }),
})
const { listRoutes } = slice('routes', { listRoutes: call('GET /routes', { who: 'signed-in', returns: z.array(z.string()), summary: '' }) })

/** The fake server: the status of each answer, 0 if none comes. */
let status = 200
beforeEach(() => {
  status = 200
  initApi({
    token: async () => 'token',
    tokenAtHand: () => 'token',
    companyId: () => null,
    onCompanyChanged: () => undefined,
    fetch: (async () => {
      if (status === 0) throw new TypeError('Failed to fetch')
      return new Response(status === 200 ? '["Nord"]' : '{"message":"x"}', { status })
    }) as unknown as typeof fetch,
  })
})
afterEach(() => initApi(undefined))

function Screen({ quiet = false, broken = false }) {
  const sectors = useCall(listSectors)
  const routes = useCall(listRoutes, {}, quiet ? { what: null } : {})
  return (
    <main>
      <FailureNotice />
      <p>{sectors.data?.join()}</p>
      <button type="button" onClick={() => void Promise.all([sectors.refetch(), routes.refetch()])}>
        Lire
      </button>
      {broken && sectors.isError && <BrokenPart />}
    </main>
  )
}

const show = (props = {}) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Look>
        <Screen {...props} />
      </Look>
    </QueryClientProvider>,
  )
const again = () => page.getByRole('button', { name: 'Réessayer' })

test('a screen that could not be read names what is missing, and one press reads it all', async () => {
  status = 500
  await show()
  await expect.element(page.getByText('Impossible de charger les secteurs et les trajets.')).toBeVisible()
  status = 200
  await again().click()
  await expect.element(page.getByText('Nord')).toBeVisible()
  expect(again().elements()).toEqual([])
})

test('what was read stays, with its time, when it cannot be read again', async () => {
  await show()
  await expect.element(page.getByText('Nord')).toBeVisible()
  status = 500
  await page.getByRole('button', { name: 'Lire' }).click()
  await expect
    .element(page.getByText(/^Données de \d+\sh(\s\d\d)?\s: impossible de mettre à jour les secteurs et les trajets\.$/))
    .toBeVisible()
  await expect.element(page.getByText('Nord')).toBeVisible()
})

test('a failure that matters to nobody, or of something that does not exist, is not announced', async () => {
  status = 500
  await show({ quiet: true })
  await expect.element(page.getByText('Impossible de charger les secteurs.')).toBeVisible()
  status = 404
  await again().click()
  await expect.poll(() => again().elements()).toEqual([])
})

test('a part that says that it failed replaces the notice', async () => {
  status = 500
  await show({ broken: true })
  await expect.element(page.getByText('Impossible de charger les secteurs et les trajets', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Impossible de charger les secteurs et les trajets.')).not.toBeVisible()
})

test('only a request that got no answer casts doubt on the connection', async () => {
  status = 500
  await show({ broken: true })
  await expect.element(page.getByText(/^L’erreur vient du serveur/)).toBeVisible()
  status = 0
  await again().click()
  await expect.element(page.getByText('Vérifiez votre connexion, puis réessayez.')).toBeVisible()
})
