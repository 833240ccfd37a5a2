import { Select } from '@mantine/core'
import { readXlsx } from 'hucre/xlsx'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Look } from '../Look.tsx'
import { ZoneContext } from '../zone.ts'
import { DataGrid, type GridColumn } from './DataGrid.tsx'
import { toSpreadsheet } from './exportRows.ts'
import type { DataGridProps } from './gridProps.ts'

interface Client {
  id: string
  name: string
  city: string
  phone: string
  status: 'active' | 'inactive'
  balance: number | null
  createdAt: string
}

const columns: GridColumn<Client>[] = [
  { id: 'name', label: 'Nom', value: (client) => client.name, size: 200 },
  { id: 'city', label: 'Ville', value: (client) => client.city },
  { id: 'phone', label: 'Téléphone', kind: 'phone', value: (client) => client.phone },
  { id: 'status', label: 'Statut', kind: 'choice', choices: { active: 'Actif', inactive: 'Inactif' }, value: (client) => client.status },
  { id: 'balance', label: 'Solde', kind: 'money', value: (client) => client.balance },
  { id: 'createdAt', label: 'Créé le', kind: 'date', value: (client) => client.createdAt },
]

const cities = ['Québec', 'Lévis', 'Trois-Rivières']
const names = ['Hélène Lévesque', 'Éric Côté', 'Zoé Roy', 'André Gagné']
const clients = (n: number): Client[] =>
  Array.from({ length: n }, (_, i) => ({
    id: `c${i}`,
    name: `${names[i % 4]} ${i}`,
    city: cities[i % 3] as string,
    phone: `418555${String(i).padStart(4, '0')}`,
    status: i % 2 ? 'inactive' : 'active',
    balance: i % 5 ? i * 100 : null,
    createdAt: `2026-01-${String((i % 28) + 1).padStart(2, '0')}`,
  }))

/** vi.waitFor gives up after one second, which a busy machine may need. */
const eventually = (check: () => void) => vi.waitFor(check, 20_000)
const rowId = (client: Client) => client.id
const show = (props: Partial<DataGridProps<Client>> & { rows: Client[] | undefined }) =>
  render(
    <Look>
      <div style={{ height: 600, width: 1100 }}>
        <DataGrid gridId="test" label="Clients" columns={columns} rowId={rowId} {...props} />
      </div>
    </Look>,
  )

const lines = () => [...document.querySelectorAll<HTMLTableRowElement>('tbody tr')]
const firstCells = () => lines().map((line) => line.querySelector('td[data-first]')?.textContent)
const counted = (text: string) => expect.element(page.getByText(text)).toBeVisible()
const search = () => page.getByRole('textbox', { name: 'Rechercher' })

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

test('a tree sorts within its groups', async () => {
  const sectorColumns: GridColumn<Sector>[] = [{ id: 'name', label: 'Secteur', value: (sector) => sector.name }]
  await render(
    <Look>
      <DataGrid gridId="tree" label="Secteurs" rows={tree} columns={sectorColumns} rowId={sectorId} childrenOf={sectorsOf} unfolded />
    </Look>,
  )
  const sort = page.getByRole('button', { name: 'Secteur', exact: true })
  await sort.click()
  await eventually(() => expect(firstCells()[0]).toBe('Haute-Ville'))
  await sort.click()
  await eventually(() =>
    expect(firstCells()).toEqual([
      'Rive-Sud',
      'Rive-Sud – secteur B',
      'Rive-Sud – secteur A',
      'Haute-Ville',
      'Haute-Ville – secteur B',
      'Haute-Ville – secteur A',
    ]),
  )
})

test.each([true, false])('ticking a group ticks its rows: %s', async (cascades) => {
  const onSelectedChange = vi.fn()
  const sectorColumns: GridColumn<Sector>[] = [{ id: 'name', label: 'Secteur', value: (sector) => sector.name }]
  const ticked = { selectable: true, cascades, onSelectedChange }
  await render(
    <Look>
      <DataGrid
        gridId="ticks"
        label="Secteurs"
        rows={tree}
        columns={sectorColumns}
        rowId={sectorId}
        childrenOf={sectorsOf}
        unfolded
        {...ticked}
      />
    </Look>,
  )
  await page.getByRole('checkbox', { name: 'Sélectionner Rive-Sud', exact: true }).click()
  const group = tree[0]
  expect(onSelectedChange).toHaveBeenLastCalledWith(cascades ? [group?.id, ...(group?.sectors ?? []).map(sectorId)] : [group?.id])
})

test('ticks are kept across pages; the heading ticks the page, then all found rows are offered', async () => {
  const onSelectedChange = vi.fn()
  await show({ rows: clients(250), selectable: true, onSelectedChange })
  await page.getByRole('checkbox', { name: 'Sélectionner Hélène Lévesque 0', exact: true }).click()
  await page.getByRole('button', { name: 'Page suivante' }).click()
  await page.getByRole('checkbox', { name: 'Sélectionner Hélène Lévesque 100', exact: true }).click()
  await counted('2\u00a0sélectionnés')
  expect(onSelectedChange).toHaveBeenLastCalledWith(['c0', 'c100'])

  const heading = page.getByRole('checkbox', { name: 'Tout sélectionner dans la page' })
  await heading.click()
  await counted('101\u00a0sélectionnés')
  await page.getByRole('button', { name: 'Sélectionner les 250' }).click()
  await counted('250\u00a0sélectionnés')
  await expect.element(page.getByRole('button', { name: 'Sélectionner les 250' })).not.toBeInTheDocument()
  await heading.click()
  await counted('150\u00a0sélectionnés')
  await page.getByRole('button', { name: 'Désélectionner' }).click()

  await search().fill('levis')
  await counted('1–83 sur 83')
  await heading.click()
  await counted('83\u00a0sélectionnés')
  await heading.click()
  await expect.element(page.getByText('sélectionné')).not.toBeInTheDocument()
})

test('where a selection is required, the last tick stays', async () => {
  const onSelectedChange = vi.fn()
  await show({ rows: clients(3), selectable: 'required', onSelectedChange })
  const box = (name: string) => page.getByRole('checkbox', { name: `Sélectionner ${name}`, exact: true })
  await box('Hélène Lévesque 0').click()
  await box('Éric Côté 1').click()
  await box('Hélène Lévesque 0').click()
  await expect.element(box('Hélène Lévesque 0')).not.toBeChecked()
  ;(box('Éric Côté 1').element() as HTMLInputElement).click()
  await expect.element(box('Éric Côté 1')).toBeChecked()
  expect(onSelectedChange).toHaveBeenLastCalledWith(['c1'])
})

test('the keyboard moves between rows, ticks and opens them', async () => {
  const onOpen = vi.fn()
  await show({ rows: clients(30), selectable: true, onOpen })
  lines()[0]?.focus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown} {Enter}')
  expect(document.activeElement).toBe(lines()[2])
  expect(lines()[2]).toHaveAttribute('aria-selected', 'true')
  expect(onOpen).toHaveBeenCalledWith(expect.objectContaining({ id: 'c2' }))
  await userEvent.keyboard('{End}')
  expect(document.activeElement).toBe(lines()[29])
  await userEvent.keyboard('{PageUp}{Home}')
  expect(document.activeElement).toBe(lines()[0])
  expect(lines().filter((line) => line.tabIndex === 0)).toHaveLength(1)
})

interface Sector {
  id: string
  name: string
  sectors?: Sector[]
}
const tree: Sector[] = ['Rive-Sud', 'Haute-Ville'].map((name) => ({
  id: name,
  name,
  sectors: ['A', 'B'].map((letter) => ({ id: `${name} ${letter}`, name: `${name} – secteur ${letter}` })),
}))
const sectorId = (sector: Sector) => sector.id
const sectorsOf = (sector: Sector) => sector.sectors

test('the arrow keys fold and unfold a tree, and a search unfolds the groups of its results', async () => {
  const sectorColumns: GridColumn<Sector>[] = [{ id: 'name', label: 'Secteur', value: (sector) => sector.name }]
  await render(
    <Look>
      <DataGrid gridId="tree" label="Secteurs" rows={tree} columns={sectorColumns} rowId={sectorId} childrenOf={sectorsOf} pageSize={25} />
    </Look>,
  )
  await expect.element(page.getByRole('treegrid', { name: 'Secteurs' })).toBeVisible()
  lines()[0]?.focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(firstCells()).toEqual(['Rive-Sud', 'Rive-Sud – secteur A', 'Rive-Sud – secteur B', 'Haute-Ville'])
  await userEvent.keyboard('{ArrowRight}{ArrowDown}')
  expect(document.activeElement).toHaveAttribute('aria-level', '2')
  await userEvent.keyboard('{ArrowLeft}')
  expect(document.activeElement).toHaveAttribute('aria-expanded', 'true')
  await userEvent.keyboard('{ArrowLeft}')
  expect(firstCells()).toEqual(['Rive-Sud', 'Haute-Ville'])

  await search().fill('haute secteur b')
  await eventually(() => expect(firstCells()).toEqual(['Haute-Ville', 'Haute-Ville – secteur B']))
})

function Sectors() {
  const [rows, setRows] = useState([
    { id: '1', name: 'Beauport' },
    { id: '2', name: 'Charlesbourg' },
  ])
  const [editable] = useState<GridColumn<Sector>[]>([
    {
      id: 'name',
      label: 'Secteur',
      value: (sector) => sector.name,
      edit: async (sector, name) => {
        await Promise.resolve()
        if (name === 'Charlesbourg') return 'Ce nom est déjà utilisé.'
        setRows((now) => now.map((row) => (row.id === sector.id ? { ...row, name } : row)))
        return null
      },
    },
  ])
  return (
    <Look>
      <DataGrid
        gridId="edit"
        label="Secteurs"
        rows={rows}
        columns={editable}
        rowId={sectorId}
        detail={({ name }) => <p>Détail de {name}</p>}
      />
    </Look>
  )
}

test('a cell is edited in place; a refusal shows and keeps the field open', async () => {
  await render(<Sectors />)
  await page.getByText('Beauport').dblClick()
  const input = page.getByRole('textbox', { name: 'Secteur' })
  await expect.element(input).toBeVisible()
  expect(page.getByText('Détail de').query()).toBeNull() // two clicks edit, one opens
  await input.fill('Charlesbourg')
  await userEvent.keyboard('{Enter}')
  await counted('Ce nom est déjà utilisé.')
  await input.fill('Beauport-Est')
  await userEvent.keyboard('{Enter}')
  await eventually(() => expect(firstCells()).toEqual(['Beauport-Est', 'Charlesbourg']))

  lines()[0]?.focus()
  await userEvent.keyboard('{F2}')
  await input.fill('autre')
  await userEvent.keyboard('{Escape}')
  expect(firstCells()).toEqual(['Beauport-Est', 'Charlesbourg'])
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

test('the detail opens beside the grid and closes', async () => {
  await show({ rows: clients(5), detail: (client) => <h2>Détail de {client.name}</h2> })
  lines()[1]?.click()
  await expect.element(page.getByRole('heading', { name: 'Détail de Éric Côté 1' })).toBeVisible()
  expect(lines()[1]).toHaveAttribute('aria-current', 'true')
  await page.getByRole('button', { name: 'Fermer' }).click()
  await expect.element(page.getByRole('heading', { name: 'Détail de Éric Côté 1' })).not.toBeInTheDocument()
})

test('Escape closes the detail from anywhere and returns the focus to its row, but closes an open list first', async () => {
  await show({
    rows: clients(12),
    selectable: true,
    detail: (client) => (
      <>
        <p>Dossier de {client.name}</p>
        <Select label="Statut" data={['Actif', 'Inactif']} />
      </>
    ),
  })
  const detail = page.getByRole('complementary', { name: 'Détail' })
  await page.getByText('Zoé Roy 2').click()
  await detail.getByText('Dossier de Zoé Roy 2').click()
  await userEvent.keyboard('{Escape}')
  await expect.element(detail).not.toBeInTheDocument()
  expect(document.activeElement).toBe(lines()[2])

  await userEvent.keyboard('{ArrowDown}{Enter}')
  await detail.getByRole('combobox', { name: 'Statut' }).click()
  await expect.element(page.getByRole('option', { name: 'Inactif' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('option', { name: 'Inactif' })).not.toBeInTheDocument()
  await expect.element(detail).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(detail).not.toBeInTheDocument()
})

test('the focus ring of a row also surrounds its sticky columns', async () => {
  await show({ rows: clients(3), selectable: true })
  await userEvent.keyboard('{Tab}')
  lines()[1]?.focus()
  await userEvent.keyboard('{ArrowDown}')
  const [tick, name, ...others] = [...(lines()[2]?.cells ?? [])]
  for (const cell of [tick, name, ...others]) expect(getComputedStyle(cell as Element).boxShadow).toMatch(/0px 2px 0px 0px inset/)
  expect(getComputedStyle(tick as Element).boxShadow).toContain('2px 0px 0px 0px inset')
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

test('on a phone rows are cards, sorted and filtered from one button', async () => {
  await page.viewport(390, 800)
  await show({ rows: clients(10) })
  await expect.element(page.getByRole('button', { name: 'Trier et filtrer' })).toBeVisible()
  await page.getByRole('button', { name: 'Trier et filtrer' }).click()
  await page.getByRole('checkbox', { name: 'Inactif' }).click()
  await page.getByRole('button', { name: 'Voir les résultats' }).click()
  await eventually(() => expect(lines()).toHaveLength(5))
})
