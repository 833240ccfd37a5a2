import { siteCalls } from '@bordee/core/sites/sites.calls.ts'
import { useNavigate } from '@tanstack/react-router'
import { useRows } from '../calls.ts'
import { FolderTabs } from '../clients/FolderTabs.tsx'
import { CreateButton } from '../ui/CreateButton.tsx'
import { SitesGrid } from './SitesGrid.tsx'

// client-folders/sites: every site that is cleared.
export function SitesScreen() {
  const sites = useRows(siteCalls.listSites)
  const navigate = useNavigate()
  return (
    <FolderTabs actions={<CreateButton to="/dashboard/client-folders/sites/create">Nouveau point de service</CreateButton>}>
      <SitesGrid
        gridId="sites"
        list={sites}
        toCreate="/dashboard/client-folders/sites/create"
        onOpen={({ id }) => void navigate({ to: '/dashboard/client-folders/sites/edit/$siteId', params: { siteId: id } })}
      />
    </FolderTabs>
  )
}
