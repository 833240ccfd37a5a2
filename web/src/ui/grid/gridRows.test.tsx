// The grid's rows: ticks, keyboard, trees, editing, the open detail.
import { Select } from '@mantine/core'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Look } from '../Look.tsx'
import { clients, counted, eventually, firstCells, lines, type Sector, search, sectorId, sectorsOf, show, tree } from '../testing/grid.tsx'
import { DataGrid, type GridColumn } from './DataGrid.tsx'

beforeEach(() => page.viewport(1280, 800))
afterEach(() => localStorage.clear())

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
