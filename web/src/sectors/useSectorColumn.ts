import type { Sector } from '@bordee/core/sectors/sector.ts'
import { sectorCalls } from '@bordee/core/sectors/sectors.calls.ts'
import { useMemo } from 'react'
import { useCall } from '../calls.ts'
import { useCan } from '../can.ts'
import type { GridColumn } from '../ui/grid/columns.ts'
import { only } from '../ui/gridLink.ts'

/** The sites of these sectors, in the list of all sites. */
export const sitesIn = (sectorIds: string[]) => ({
  to: '/dashboard/client-folders/sites' as const,
  search: only('sites', { sectors: { oneOf: sectorIds } }),
})

/** The occupants of these sectors, in the list of all occupants. */
export const occupantsIn = (sectorIds: string[]) => ({
  to: '/dashboard/client-folders/occupants' as const,
  search: only('occupants', { sectors: { oneOf: sectorIds } }),
})

/** The columns of a list of sites, or of what is at sites, and their sectors, for those who may read these. */
export function useSectorColumn<T>(columns: GridColumn<T>[], siteIdOf: (row: T) => string, isWanted: boolean): GridColumn<T>[] {
  const isShown = useCan()(sectorCalls.listSectors) && isWanted
  const { data: sectors } = useCall(sectorCalls.listSectors, isShown ? {} : 'not yet')
  // There before the sectors are, because a grid drops the filters of columns that it doesn't have.
  return useMemo(() => (isShown ? [...columns, sectorColumn(sectors ?? [], siteIdOf)] : columns), [columns, sectors, siteIdOf, isShown])
}

function sectorColumn<T>(sectors: Sector[], siteIdOf: (row: T) => string): GridColumn<T> {
  const sectorsBySite = new Map<string, string[]>()
  for (const { id, siteIds } of sectors) for (const siteId of siteIds) sectorsBySite.set(siteId, [...(sectorsBySite.get(siteId) ?? []), id])
  return {
    id: 'sectors',
    label: 'Secteurs',
    kind: 'choice',
    choices: Object.fromEntries(sectors.map(({ id, name }) => [id, name])),
    value: (row) => sectorsBySite.get(siteIdOf(row))?.join('\n'),
    size: 200,
    hidden: true,
  }
}
