import { readXlsx } from 'hucre/xlsx'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Look } from '../Look.tsx'
import { type Client, clients, columns, counted, eventually, firstCells, lines, rowId, search, show } from '../testing/grid.tsx'
import { ZoneContext } from '../zone.ts'
import { DataGrid, type GridColumn } from './DataGrid.tsx'
import { toSpreadsheet } from './exportRows.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(() => localStorage.clear())

test('the search ignores accents and case, takes words in any order, and finds phones by digits', async () => {
  await show({ rows: clients(400) })
  await counted('1–100 sur 400')
  await search().fill('LEVESQUE helene 12')
  await eventually(() => expect(firstCells().every((name) => name?.startsWith('Hélène Lévesque'))).toBe(true))
  expect(firstCells()).toContain('Hélène Lévesque 12')
  await search().fill('4185550007')
  await eventually(() => expect(firstCells()).toEqual(['André Gagné 7']))
  await search().fill('trois riv')
  await counted('1–100 sur 133')
})

test('several filters apply at once and are described in words; if nothing is found, they can be cleared', async () => {
  await show({ rows: clients(60) })
  await page.getByRole('button', { name: 'Filtrer Statut' }).click()
  await page.getByRole('checkbox', { name: 'Actif', exact: true }).click()
  await userEvent.keyboard('{Escape}')
  await counted('1–30 sur 30')

  await page.getByRole('button', { name: 'Filtrer Solde' }).click()
  await page.getByRole('textbox', { name: 'Au moins' }).fill('20')
  await page.getByRole('textbox', { name: 'Au plus' }).fill('24')
  await userEvent.keyboard('{Escape}')
  await eventually(() => expect(firstCells()).toEqual(['Zoé Roy 22', 'Hélène Lévesque 24']))
  await counted('de 20 à 24')

  await page.getByRole('button', { name: 'Filtrer Nom' }).click()
  await page.getByRole('textbox', { name: 'Nom contient' }).fill('personne')
  await userEvent.keyboard('{Escape}')
  await counted('Aucun résultat')
  await page.getByRole('button', { name: 'Effacer les filtres' }).last().click()
  await counted('1–60 sur 60')
})

test('a phone number is never cut, however narrow its column was made', async () => {
  localStorage.setItem('bordee:grid:test', JSON.stringify({ sizes: { phone: 60 } }))
  await show({ rows: clients(3) })
  await counted('1–3 sur 3')
  const cell = page.getByText('(418) 555-0001').element().closest('td')
  expect(cell?.clientWidth).toBeGreaterThan(100)
  expect(cell?.scrollWidth).toBe(cell?.clientWidth)
})

test('dates are filtered by a range of days', async () => {
  await show({ rows: clients(28) })
  await page.getByRole('button', { name: 'Filtrer Créé le' }).click()
  await page.getByRole('textbox', { name: 'Du', exact: true }).fill('27/01/2026')
  await userEvent.tab()
  await eventually(() => expect(lines()).toHaveLength(2))
})

test('names sort in French, numbers as numbers, and empty cells stay last', async () => {
  await show({ rows: clients(8) })
  await page.getByRole('button', { name: 'Nom', exact: true }).click()
  await eventually(() =>
    expect(firstCells()).toEqual([
      'André Gagné 3',
      'André Gagné 7',
      'Éric Côté 1',
      'Éric Côté 5',
      'Hélène Lévesque 0',
      'Hélène Lévesque 4',
      'Zoé Roy 2',
      'Zoé Roy 6',
    ]),
  )
  for (const [first, direction] of [
    ['Éric Côté 1', 'ascending'],
    ['André Gagné 7', 'descending'],
  ]) {
    await page.getByRole('button', { name: 'Solde', exact: true }).click()
    await eventually(() => expect(firstCells()[0]).toBe(first))
    expect(document.querySelector('th[aria-sort]')).toHaveAttribute('aria-sort', direction)
    expect(new Set(firstCells().slice(-2))).toEqual(new Set(['Hélène Lévesque 0', 'Éric Côté 5']))
  }
})

test('a second heading, clicked with Maj, sorts rows that the first one leaves equal', async () => {
  await show({ rows: clients(8) })
  await page.getByRole('button', { name: 'Ville', exact: true }).click()
  await eventually(() => expect(firstCells()[0]).toBe('Éric Côté 1'))
  await userEvent.keyboard('{Shift>}')
  await page.getByRole('button', { name: 'Nom', exact: true }).click()
  await userEvent.keyboard('{/Shift}')
  await eventually(() =>
    expect(firstCells()).toEqual([
      'André Gagné 7',
      'Éric Côté 1',
      'Hélène Lévesque 4',
      'André Gagné 3',
      'Hélène Lévesque 0',
      'Zoé Roy 6',
      'Éric Côté 5',
      'Zoé Roy 2',
    ]),
  )
})

test('a list too long to prepare at once is sorted, filtered and searched as soon as it arrives', async () => {
  localStorage.setItem('bordee:grid:test', JSON.stringify({ sorting: [{ id: 'name', desc: true }] }))
  await show({ rows: clients(10_000) })
  await counted('1–100 sur 10\u00a0000')
  await eventually(() => expect(firstCells().slice(0, 2)).toEqual(['Zoé Roy 9998', 'Zoé Roy 9994']))
  await search().fill('levesque 99')
  await counted('1–43 sur 43')
  await eventually(() => expect(firstCells().slice(0, 2)).toEqual(['Hélène Lévesque 9996', 'Hélène Lévesque 9992']))
  await page.getByRole('button', { name: 'Filtrer Téléphone' }).click()
  await page.getByRole('textbox', { name: 'Téléphone contient' }).fill('418555999')
  await eventually(() => expect(firstCells()).toEqual(['Hélène Lévesque 9996', 'Hélène Lévesque 9992']))
  expect(document.querySelector('table')).not.toHaveAttribute('aria-busy')
})

test('filters, sort, columns and their order come back with the grid', async () => {
  const first = await show({ rows: clients(10) })
  await page.getByRole('button', { name: 'Solde', exact: true }).click()
  await page.getByRole('button', { name: 'Colonnes' }).click()
  await page.getByRole('checkbox', { name: 'Téléphone' }).click()
  await page.getByRole('button', { name: 'Monter Ville' }).click()
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Filtrer Ville' }).click()
  await page.getByRole('textbox', { name: 'Ville contient' }).fill('quebec')
  await eventually(() => expect(lines()).toHaveLength(4))
  await first.unmount()

  await show({ rows: clients(10) })
  await eventually(() => expect(lines()).toHaveLength(4))
  const headings = [...document.querySelectorAll('thead th')].map((th) => th.textContent)
  expect(headings).toEqual(['Ville', 'Nom', 'Statut', 'Solde', 'Créé le'])
  expect(document.querySelector('th[aria-sort]')?.textContent).toBe('Solde')
})

for (const [what, text] of [
  ['garbage', '{{{'],
  ['another shape', '{"filters":"x","sorting":[{"id":1}],"sizes":{"name":"wide"},"order":[null]}'],
  [
    'columns that are gone',
    '{"filters":[{"id":"gone","value":{"text":"x"}}],"sorting":[{"id":"gone","desc":true}],"order":["gone"],"visibility":{"gone":false}}',
  ],
] as const) {
  test(`${what} in the storage is ignored`, async () => {
    localStorage.setItem('bordee:grid:test', text)
    await show({ rows: clients(5) })
    await eventually(() => expect(lines()).toHaveLength(5))
    expect(document.querySelectorAll('thead th')).toHaveLength(6)
  })
}

test('without storage the grid works, but forgets its arrangement', async () => {
  const closed = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('QuotaExceededError')
  })
  await show({ rows: clients(5) })
  await page.getByRole('button', { name: 'Nom', exact: true }).click()
  await eventually(() => expect(firstCells()[0]).toBe('André Gagné 3'))
  closed.mockRestore()
})

test('the spreadsheet has real numbers and dates, and only the given columns', async () => {
  const rows = clients(3)
  const blob = await toSpreadsheet(
    'Clients',
    columns.filter(({ id }) => id !== 'phone'),
    rows,
    'America/Toronto',
  )
  const { sheets } = await readXlsx(new Uint8Array(await blob.arrayBuffer()))
  const [heading, first, second] = sheets[0]?.rows ?? []
  expect(heading).toEqual(['Nom', 'Ville', 'Statut', 'Solde', 'Créé le'])
  expect(first).toEqual(['Hélène Lévesque 0', 'Québec', 'Actif', null, new Date('2026-01-01T00:00:00Z')])
  expect(second?.[3]).toBe(1)
})

test('instants are shown in the company’s time zone', async () => {
  const createdAt: GridColumn<Client> = { id: 'at', label: 'Créé le', kind: 'instant', value: () => '2026-01-05T03:30:00Z' }
  const grid = <DataGrid gridId="test" label="Clients" columns={[createdAt]} rowId={rowId} rows={clients(1)} />
  const screen = await render(<Look>{grid}</Look>)
  await expect.element(page.getByText('04/01/2026 22\u00a0h\u00a030')).toBeVisible()
  await screen.rerender(
    <ZoneContext value="America/Halifax">
      <Look>{grid}</Look>
    </ZoneContext>,
  )
  await expect.element(page.getByText('04/01/2026 23\u00a0h\u00a030')).toBeVisible()
})

test('loading, empty and failed each have their message', async () => {
  const onRetry = vi.fn()
  const screen = await show({ rows: undefined })
  await expect.element(page.getByText('Chargement…')).toBeInTheDocument()
  await screen.unmount()
  const empty = await show({ rows: [], empty: { title: 'Aucun client', description: 'Ajoutez le premier.' } })
  await counted('Aucun client')
  await empty.unmount()
  await show({ rows: undefined, failed: true, onRetry })
  await page.getByRole('button', { name: 'Réessayer' }).click()
  expect(onRetry).toHaveBeenCalled()
})

test('rows that could not be refreshed stay, and the user can retry', async () => {
  const onRetry = vi.fn()
  await show({ rows: clients(10), failed: true, onRetry })
  await counted('La liste n’a pas pu être mise à jour.')
  await counted('1–10 sur 10')
  await page.getByRole('button', { name: 'Réessayer' }).click()
  expect(onRetry).toHaveBeenCalled()
})

test.each([false, true])('headings cover the rows that scroll under them (tick boxes: %s)', async (selectable) => {
  await show({ rows: clients(100), selectable })
  await counted('1–100 sur 100')
  document.querySelector('tbody')?.closest('div')?.scrollTo({ top: 50 })
  for (const heading of document.querySelectorAll('th')) {
    const { left, bottom } = heading.getBoundingClientRect()
    await eventually(() => expect(document.elementFromPoint(left + 8, bottom - 6)?.closest('th, td')).toBe(heading))
  }
})

test('on a phone rows are cards, sorted and filtered from one button', async () => {
  await page.viewport(390, 800)
  await show({ rows: clients(10) })
  await expect.element(page.getByRole('button', { name: 'Trier et filtrer' })).toBeVisible()
  await page.getByRole('button', { name: 'Trier et filtrer' }).click()
  await page.getByRole('checkbox', { name: 'Inactif' }).click()
  await page.getByRole('button', { name: 'Voir les résultats' }).click()
  await eventually(() => expect(lines()).toHaveLength(5))
})
