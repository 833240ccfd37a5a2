import { siteCalls } from '@bordee/core/sites/sites.calls.ts'
import { useCall } from '../calls.ts'
import { FolderTabs } from '../clients/FolderTabs.tsx'
import { PageHeader } from '../ui/states.tsx'
import { OccupantsGrid } from './OccupantsGrid.tsx'

// client-folders/occupants: everyone who is warned (spec 2 §2).
export function FolderOccupantsScreen() {
  const sites = useCall(siteCalls.listSites)
  return (
    <FolderTabs>
      <OccupantsGrid gridId="occupants" sites={sites.data} />
    </FolderTabs>
  )
}

// /dashboard/occupants: a manager's landing page; he sees those of his customers (spec 1 §2.4).
export function OccupantsScreen() {
  const sites = useCall(siteCalls.listSites)
  return (
    <>
      <PageHeader title="Occupants" description="Les personnes averties aux endroits dont vous avez la charge." />
      <OccupantsGrid gridId="occupants" sites={sites.data} />
    </>
  )
}
