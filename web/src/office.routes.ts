// The side menu and the landing pages: who sees which part of the back-office (docs/product/screens.md).
import type { Company } from '@bordee/core/companies/company.ts'
import type { Module } from '@bordee/core/modules.ts'
import { alertSenders, companyAdmins, managers, office, platformStaff, type Role, readsOutbox } from '@bordee/core/roles.ts'
import {
  IconBell,
  IconBuilding,
  IconBuildingCommunity,
  IconClipboardList,
  IconFileText,
  IconInbox,
  type IconProps,
  IconSettings,
  IconSteeringWheel,
  IconTruck,
  IconUserCircle,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'

export interface Section {
  path: string
  label: string
  icon: ComponentType<IconProps>
  /** The roles whose menu shows it. */
  who: readonly Role[]
  /** The module it belongs to. While the module is off, these pages present it and are listed apart in the menu. */
  module?: Module
  /** Whether it stays in its usual place while its module is off, because the company still has data there. */
  isKept?(company: Company): boolean
  /** The count shown beside its label. */
  counts?: 'quotes'
  /** Shown only if one of these modules is on. */
  modules?: readonly Module[]
  /** Whether the server would allow it, when that depends on the deployment as well as the role. */
  isOpen?(role: Role | null, hasDemo: boolean): boolean
  group?: 'platform'
  /** A separately built page: the link reloads the browser. */
  isApart?: boolean
}

export const menu: Section[] = [
  { path: '/dashboard/client-folders', label: 'Clients', icon: IconUsers, who: companyAdmins },
  { path: '/dashboard/occupants', label: 'Occupants', icon: IconUsersGroup, who: managers, modules: ['alerts', 'contracts'] },
  { path: '/dashboard/contracts', label: 'Contrats', icon: IconFileText, who: companyAdmins, module: 'contracts' },
  { path: '/dashboard/alerts', label: 'Alertes', icon: IconBell, who: alertSenders, module: 'alerts' },
  { path: '/dashboard/geolocation', label: 'Flotte', icon: IconTruck, who: companyAdmins, module: 'geolocation' },
  { path: '/operateur', label: 'Ma tournée', icon: IconSteeringWheel, who: alertSenders, modules: ['geolocation'], isApart: true },
  {
    path: '/dashboard/quotes',
    label: 'Soumissions',
    icon: IconClipboardList,
    who: companyAdmins,
    module: 'quotes',
    isKept: ({ quoteConfig }) => quoteConfig !== null,
    counts: 'quotes',
  },
  { path: '/dashboard/accounts', label: 'Comptes', icon: IconUserCircle, who: companyAdmins },
  { path: '/dashboard/settings', label: 'Paramètres', icon: IconSettings, who: office },
  { path: '/dashboard/companies', label: 'Compagnies', icon: IconBuildingCommunity, who: platformStaff, group: 'platform' },
  { path: '/dashboard/outbox', label: 'Boîte d’envoi', icon: IconInbox, who: platformStaff, group: 'platform', isOpen: readsOutbox },
]

/** Reached from the user menu and the palette. */
export const companyPage: Section = { path: '/dashboard/company', label: 'Ma compagnie', icon: IconBuilding, who: companyAdmins }
export const profilePage: Section = { path: '/dashboard/profile', label: 'Mon profil', icon: IconUserCircle, who: office }

/** Where a user is redirected when he opens a page he has no access to. */
export const landing: Record<Role, string> = {
  super_admin: '/dashboard/companies/list',
  admin: '/dashboard/companies/list',
  owner: '/dashboard/client-folders',
  manager: '/dashboard/occupants',
  employee: '/dashboard/alerts',
  client: '/dashboard/i-am-client',
}
