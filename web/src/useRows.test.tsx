import { call, slice } from '@bordee/core/call.ts'
import { pieceInput } from '@bordee/core/pieces.ts'
import { id } from '@bordee/core/wire.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import * as z from 'zod'
import { initApi } from './api.ts'
import { useAction, useRows } from './calls.ts'
import { DataGrid, type GridColumn } from './ui/grid/DataGrid.tsx'
import { Look } from './ui/Look.tsx'

const client = z.object({ id, name: z.string() })
type Client = z.infer<typeof client>
const { listClients, renameClient } = slice('clients', {
  listClients: call('GET /customers', { who: 'signed-in', input: pieceInput, returns: z.array(client), rows: client, summary: '' }),
  renameClient: call('POST /customers/rename', { who: 'signed-in', touches: [], summary: '' }),
})
const { addOccupant } = slice('occupants', {
  addOccupant: call('POST /contacts/add', { who: 'signed-in', touches: ['clients'], summary: '' }),
})

const clients = Array.from({ length: 2000 }, (_, i): Client => ({ id: `c${i}`, name: `Client ${i}` }))
const columns: GridColumn<Client>[] = [{ id: 'name', label: 'Nom', value: ({ name }) => name }]
/** The fake server. A test sets `before` to delay a piece or make it fail. */
const server = { version: 'v1', rows: clients, asked: [] as string[], before: async (_after: string | null): Promise<unknown> => undefined }
async function answer(url: string, { signal }: RequestInit = {}): Promise<Response> {
  const { pathname, searchParams } = new URL(url, location.href)
  if (!pathname.endsWith('/customers')) return new Response('')
  const after = searchParams.get('after')
  server.asked.push(after ?? 'start')
  await server.before(after)
  signal?.throwIfAborted()
  const start = Number(after ?? 0)
  const end = start + Number(searchParams.get('limit'))
  const headers = { etag: server.version, ...(end < server.rows.length && { 'x-next-piece': String(end) }) }
  return new Response(JSON.stringify(server.rows.slice(start, end)), { headers })
}

beforeEach(async () => {
  await page.viewport(1280, 800)
  Object.assign(server, { version: 'v1', rows: clients, asked: [], before: async () => undefined })
  initApi({
    token: async () => 'token',
    tokenAtHand: () => 'token',
    companyId: () => null,
    onCompanyChanged: () => undefined,
    fetch: answer as unknown as typeof fetch,
  })
})
afterEach(() => {
  initApi(undefined)
  localStorage.clear()
})

function Clients() {
  const list = useRows(listClients)
  const rename = useAction(renameClient, { failed: 'non' })
  const add = useAction(addOccupant, { failed: 'non' })
  return (
    <div style={{ height: 600, width: 1100 }}>
      <button type="button" onClick={() => rename.mutate({})}>
        Renommer
      </button>
      <button type="button" onClick={() => add.mutate({})}>
        Ajouter un occupant
      </button>
      <DataGrid gridId="rows" label="Clients" {...list} columns={columns} selectable exportAs="clients" />
    </div>
  )
}
function Screens() {
  const [isOpen, setOpen] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Partir' : 'Revenir'}
      </button>
      {isOpen && <Clients />}
    </>
  )
}
const show = () =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Look>
        <Screens />
      </Look>
    </QueryClientProvider>,
  )

const said = (text: string | RegExp) => expect.element(page.getByText(text)).toBeVisible()
const button = (name: string) => page.getByRole('button', { name })
/** Holds back every piece after the first, until the test resolves the gate. */
function held() {
  const gate = Promise.withResolvers<void>()
  server.before = async (after) => (after === null ? undefined : gate.promise)
  return gate
}

test('the first rows show while the others load, and actions on the whole list are disabled meanwhile', async () => {
  const rest = held()
  await show()
  await said('1–100 sur 300 pour l’instant')
  await said('Chargement de la suite…')
  await expect.element(button('Exporter')).toBeDisabled()
  await expect.element(page.getByRole('checkbox', { name: 'Tout sélectionner dans la page' })).toBeDisabled()
  rest.resolve()
  await said(/^1–100 sur 2\s000$/)
  await expect.element(button('Exporter')).toBeEnabled()
  await expect.element(page.getByRole('checkbox', { name: 'Tout sélectionner dans la page' })).toBeEnabled()
  expect(document.body.textContent).not.toContain('Chargement de la suite')
})

test('a search says that its results are partial until all rows have arrived', async () => {
  const rest = held()
  await show()
  await said('1–100 sur 300 pour l’instant')
  await page.getByRole('textbox', { name: 'Rechercher' }).fill('client 1999')
  await said('Aucun résultat pour l’instant')
  await said('Résultats partiels\u00a0: chargement de la suite…')
  rest.resolve()
  await said('1–1 sur 1')
})

test('a user on another page stays there when more rows arrive', async () => {
  const rest = held()
  await show()
  await said('1–100 sur 300 pour l’instant')
  await button('Page 2').click()
  await said('101–200 sur 300 pour l’instant')
  rest.resolve()
  await said(/^101–200 sur 2\s000$/)
})

test('the rows already read stay when the others fail, and the user can retry', async () => {
  server.before = async (after) => {
    if (after !== null) throw new TypeError('Failed to fetch')
  }
  await show()
  await said('La suite n’a pas pu être chargée.')
  await said('1–100 sur 300 pour l’instant')
  await expect.element(button('Exporter')).toBeDisabled()
  server.before = async () => undefined
  await button('Réessayer').click()
  await said(/^1–100 sur 2\s000$/)
})

test('a user who leaves early and comes back sees the rows already read, then the others', async () => {
  held()
  await show()
  await said('1–100 sur 300 pour l’instant')
  await button('Partir').click()
  server.before = async () => undefined
  await button('Revenir').click()
  await said(/^1–100 sur 2\s000$/)
})

test('after an action the old rows stay until all have been read again', async () => {
  await show()
  await said(/^1–100 sur 2\s000$/)
  const rest = held()
  Object.assign(server, { version: 'v2', rows: clients.slice(1), asked: [] })
  await button('Renommer').click()
  await vi.waitFor(() => expect(server.asked).toHaveLength(2), 20_000)
  await said(/^1–100 sur 2\s000$/)
  rest.resolve()
  await said(/^1–100 sur 1\s999$/)
})

test('an action that did not change this list costs one small request', async () => {
  await show()
  await said(/^1–100 sur 2\s000$/)
  server.asked = []
  await button('Renommer').click()
  await vi.waitFor(() => expect(server.asked).toEqual(['start']), 20_000)
  await said(/^1–100 sur 2\s000$/)
})

test('an action of another slice refreshes the lists that its row says it touches', async () => {
  await show()
  await said(/^1–100 sur 2\s000$/)
  Object.assign(server, { version: 'v2', rows: clients.slice(1) })
  await button('Ajouter un occupant').click()
  await said(/^1–100 sur 1\s999$/)
})
