import { siteCalls } from '@bordee/core/sites/sites.calls.ts'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useRows } from '../calls.ts'
import { FolderTabs } from '../clients/FolderTabs.tsx'
import { SitesGrid } from './SitesGrid.tsx'

// client-folders/sites: every site that is cleared.
export function SitesScreen() {
  const sites = useRows(siteCalls.listSites)
  const navigate = useNavigate()
  return (
    <FolderTabs
      actions={
        <Button component={Link} to="/dashboard/client-folders/sites/create" leftSection={<IconPlus size={16} />}>
          Nouveau point de service
        </Button>
      }
    >
      <SitesGrid
        gridId="sites"
        list={sites}
        toCreate="/dashboard/client-folders/sites/create"
        onOpen={({ id }) => void navigate({ to: '/dashboard/client-folders/sites/edit/$siteId', params: { siteId: id } })}
      />
    </FolderTabs>
  )
}
