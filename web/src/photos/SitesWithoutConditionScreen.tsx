import type { SiteWithoutCondition } from '@bordee/core/photos/photo.ts'
import { photoCalls } from '@bordee/core/photos/photos.calls.ts'
import { useNavigate } from '@tanstack/react-router'
import { rowsOf, useCall } from '../calls.ts'
import { DataGrid, type GridColumn } from '../ui/grid/DataGrid.tsx'
import { PageHeader } from '../ui/states.tsx'

const columns: GridColumn<SiteWithoutCondition>[] = [
  { id: 'client', label: 'Client', value: ({ clientName }) => clientName ?? '', size: 240 },
  { id: 'site', label: 'Point de service', value: ({ siteName }) => siteName, size: 240 },
  { id: 'address', label: 'Adresse', value: ({ siteAddress }) => siteAddress, size: 320 },
]

// client-folders/without-condition: whom to photograph before the first snow (docs/product/photos.md).
export function SitesWithoutConditionScreen() {
  const sites = useCall(photoCalls.listSitesWithoutCondition)
  const navigate = useNavigate()
  return (
    <>
      <PageHeader
        title="États des lieux à faire"
        description="Les points de service actifs dont personne n’a pris l’état des lieux depuis le 1er août."
        onBack={() => void navigate({ to: '/dashboard/client-folders/sites' })}
      />
      <DataGrid
        gridId="sites-without-condition"
        label="États des lieux à faire"
        {...rowsOf(sites)}
        rowId={({ siteId }) => siteId}
        columns={columns}
        exportAs="etats-des-lieux-a-faire"
        onOpen={({ siteId }) => void navigate({ to: '/dashboard/client-folders/sites/edit/$siteId', params: { siteId } })}
        empty={{ title: 'Tout est photographié', description: 'Chaque point de service actif a son état des lieux de cet automne.' }}
      />
    </>
  )
}
