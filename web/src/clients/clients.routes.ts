import { companyAdmins } from '@bordee/core/roles.ts'
import { IconUsers } from '@tabler/icons-react'
import { createRoute, redirect } from '@tanstack/react-router'
import { dashboard, page, type Section, sectionStart } from '../routing.ts'

const firstPage = page('client-folders/list', 'Clients', companyAdmins, () => import('./ClientsScreen.tsx'), 'ClientsScreen')

export const clientPages = [
  firstPage,
  page('client-folders/create', 'Nouveau client', companyAdmins, () => import('./CreateClientScreen.tsx'), 'CreateClientScreen'),
  page('client-folders/edit/$clientId/$tab', 'Client', companyAdmins, () => import('./ClientFolderScreen.tsx'), 'ClientFolderScreen'),
  page(
    'client-folders/edit/$clientId/visits/site/$site',
    'Visites',
    companyAdmins,
    () => import('./ClientFolderScreen.tsx'),
    'SiteVisitsScreen',
  ),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'client-folders/edit/$clientId',
    beforeLoad: ({ params }) => {
      throw redirect({ to: '/dashboard/client-folders/edit/$clientId/$tab', params: { ...params, tab: 'client' } })
    },
  }),
  ...sectionStart('client-folders', firstPage),
] as const

export const clientsSection: Section = { path: '/dashboard/client-folders', label: 'Clients', icon: IconUsers, who: companyAdmins }
