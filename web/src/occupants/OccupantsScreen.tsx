import { siteCalls } from '@bordee/core/sites/sites.calls.ts'
import { useState } from 'react'
import { useRows } from '../calls.ts'
import { FolderTabs } from '../clients/FolderTabs.tsx'
import { PageHeader } from '../ui/states.tsx'
import { OccupantsGrid } from './OccupantsGrid.tsx'

// client-folders/occupants: everyone who receives alerts (docs/product/occupants.md).
export function FolderOccupantsScreen() {
  return (
    <FolderTabs>
      <EveryOccupant />
    </FolderTabs>
  )
}

// /dashboard/occupants: a manager's landing page, limited to the manager's customers.
export function OccupantsScreen() {
  return (
    <>
      <PageHeader title="Occupants" description="Les personnes avisées aux endroits dont vous avez la charge." />
      <EveryOccupant />
    </>
  )
}

/** Only the form needs the sites, so they load when it opens. */
function EveryOccupant() {
  const [isWriting, setWriting] = useState(false)
  const sites = useRows(siteCalls.listSites, isWriting ? {} : 'not yet')
  return (
    <OccupantsGrid
      gridId="occupants"
      sites={sites.complete ? sites.rows : undefined}
      onForm={() => setWriting(true)}
      onRetrySites={sites.failed ? sites.onRetry : undefined}
    />
  )
}
