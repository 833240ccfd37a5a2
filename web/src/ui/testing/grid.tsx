// Clients and sectors to show in a grid, and what its tests read of it.
import { expect, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { DataGrid, type GridColumn } from '../grid/DataGrid.tsx'
import type { DataGridProps } from '../grid/gridProps.ts'
import { Look } from '../Look.tsx'

export interface Client {
  id: string
  name: string
  city: string
  phone: string
  status: 'active' | 'inactive'
  balance: number | null
  createdAt: string
}

export const columns: GridColumn<Client>[] = [
  { id: 'name', label: 'Nom', value: (client) => client.name, size: 200 },
  { id: 'city', label: 'Ville', value: (client) => client.city },
  { id: 'phone', label: 'Téléphone', kind: 'phone', value: (client) => client.phone },
  { id: 'status', label: 'Statut', kind: 'choice', choices: { active: 'Actif', inactive: 'Inactif' }, value: (client) => client.status },
  { id: 'balance', label: 'Solde', kind: 'money', value: (client) => client.balance },
  { id: 'createdAt', label: 'Créé le', kind: 'date', value: (client) => client.createdAt },
]

const cities = ['Québec', 'Lévis', 'Trois-Rivières']
const names = ['Hélène Lévesque', 'Éric Côté', 'Zoé Roy', 'André Gagné']
export const clients = (n: number): Client[] =>
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
export const eventually = (check: () => void) => vi.waitFor(check, 20_000)
export const rowId = (client: Client) => client.id
export const show = (props: Partial<DataGridProps<Client>> & { rows: Client[] | undefined }) =>
  render(
    <Look>
      <div style={{ height: 600, width: 1100 }}>
        <DataGrid gridId="test" label="Clients" columns={columns} rowId={rowId} {...props} />
      </div>
    </Look>,
  )

export const lines = () => [...document.querySelectorAll<HTMLTableRowElement>('tbody tr')]
export const firstCells = () => lines().map((line) => line.querySelector('td[data-first]')?.textContent)
export const counted = (text: string) => expect.element(page.getByText(text)).toBeVisible()
export const search = () => page.getByRole('textbox', { name: 'Rechercher' })

export interface Sector {
  id: string
  name: string
  sectors?: Sector[]
}
export const tree: Sector[] = ['Rive-Sud', 'Haute-Ville'].map((name) => ({
  id: name,
  name,
  sectors: ['A', 'B'].map((letter) => ({ id: `${name} ${letter}`, name: `${name} – secteur ${letter}` })),
}))
export const sectorId = (sector: Sector) => sector.id
export const sectorsOf = (sector: Sector) => sector.sectors
