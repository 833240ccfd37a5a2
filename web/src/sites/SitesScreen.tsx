import { siteCalls } from '@bordee/core/sites/sites.calls.ts'
import { Group } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useRows } from '../calls.ts'
import { FolderTabs } from '../clients/FolderTabs.tsx'
import { CreateButton } from '../ui/CreateButton.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { SitesGrid } from './SitesGrid.tsx'

// client-folders/sites: every site that is cleared.
export function SitesScreen() {
  const sites = useRows(siteCalls.listSites)
  const navigate = useNavigate()
  return (
    <FolderTabs
      actions={
        <Group gap="sm">
          <LinkButton to="/dashboard/client-folders/without-condition" variant="default" leftSection={<IconCamera size={18} />}>
            États des lieux à faire
          </LinkButton>
          <CreateButton to="/dashboard/client-folders/sites/create">Nouveau point de service</CreateButton>
        </Group>
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
