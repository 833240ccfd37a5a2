import type { ReactNode } from 'react'
import { SectionTabs } from '../shells/SectionTabs.tsx'
import { PageHeader } from '../ui/states.tsx'

const tabs = [
  { path: '/dashboard/client-folders/list', label: 'Clients' },
  { path: '/dashboard/client-folders/sites', label: 'Points de service' },
  { path: '/dashboard/client-folders/occupants', label: 'Occupants' },
]

/** The tabs of the three folder lists: client-folders/list, sites and occupants. */
export function FolderTabs({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  return (
    <>
      <PageHeader title="Dossiers clients" actions={actions} />
      <SectionTabs tabs={tabs}>{children}</SectionTabs>
    </>
  )
}
