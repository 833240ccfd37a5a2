import { companyAdmins } from '@bordee/core/roles.ts'
import { page } from '../routing.ts'

const siteForm = () => import('./SiteFormScreen.tsx')

export const sitePages = [
  page('client-folders/sites', 'Points de service', companyAdmins, () => import('./SitesScreen.tsx'), 'SitesScreen'),
  // The same form at four addresses.
  page('client-folders/edit/$clientId/sites/create', 'Nouveau point de service', companyAdmins, siteForm, 'SiteFormScreen'),
  page('client-folders/edit/$clientId/sites/edit/$siteId', 'Point de service', companyAdmins, siteForm, 'SiteFormScreen'),
  page('client-folders/sites/create', 'Nouveau point de service', companyAdmins, siteForm, 'SiteFormScreen'),
  page('client-folders/sites/edit/$siteId', 'Point de service', companyAdmins, siteForm, 'SiteFormScreen'),
] as const
