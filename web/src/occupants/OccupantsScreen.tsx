import { siteCalls } from '@bordee/core/sites/sites.calls.ts'
import { useState } from 'react'
import { useRows } from '../calls.ts'
import { FolderTabs } from '../clients/FolderTabs.tsx'
import { PageHeader } from '../ui/states.tsx'
import { OccupantsGrid } from './OccupantsGrid.tsx'

// client-folders/occupants: everyone who is warned (docs/product/occupants.md).
export function FolderOccupantsScreen() {
  return (
    <FolderTabs>
      <EveryOccupant />
    </FolderTabs>
  )
}

// /dashboard/occupants: a manager's landing page; he sees those of his customers.
export function OccupantsScreen() {
  return (
    <>
      <PageHeader title="Occupants" description="Les personnes averties aux endroits dont vous avez la charge." />
      <EveryOccupant />
    </>
  )
}

/** The sites, which only the form shows, are read when it is opened. */
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
