import { companyAdmins, office, platformStaff } from '@bordee/core/roles.ts'
import { IconBuilding, IconBuildingCommunity, IconSettings } from '@tabler/icons-react'
import { page, type Section, sectionStart } from '../routing.ts'

const firstPage = page(
  'companies/list/{-$companyId}',
  'Compagnies',
  platformStaff,
  () => import('./CompaniesScreen.tsx'),
  'CompaniesScreen',
)

export const companyPages = [
  firstPage,
  page(
    'companies/archives/{-$companyId}',
    'Compagnies archivées',
    platformStaff,
    () => import('./ArchivedCompaniesScreen.tsx'),
    'ArchivedCompaniesScreen',
  ),
  page('companies/create', 'Nouvelle compagnie', platformStaff, () => import('./CreateCompanyScreen.tsx'), 'CreateCompanyScreen'),
  page('companies/edit/$companyId', 'Modifier une compagnie', platformStaff, () => import('./EditCompanyScreen.tsx'), 'EditCompanyScreen'),
  page('settings', 'Paramètres', office, () => import('./SettingsScreen.tsx'), 'SettingsScreen'),
  page('company/$tab', 'Ma compagnie', companyAdmins, () => import('./CompanyScreen.tsx'), 'CompanyScreen'),
  ...sectionStart('companies', firstPage),
  ...sectionStart('company', { to: '/dashboard/company/general' }),
] as const

export const companiesSection: Section = {
  path: '/dashboard/companies',
  label: 'Compagnies',
  icon: IconBuildingCommunity,
  who: platformStaff,
  group: 'platform',
  counts: 'companies',
}

export const settingsSection: Section = { path: '/dashboard/settings', label: 'Paramètres', icon: IconSettings, who: office }

/** In the user menu and the palette only. */
export const companySection: Section = { path: '/dashboard/company', label: 'Ma compagnie', icon: IconBuilding, who: companyAdmins }
