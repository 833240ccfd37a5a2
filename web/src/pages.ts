// The side menu and the landing pages: which part of the back-office is for whom (docs/product/screens.md).
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
  /** In whose menu it stands. */
  who: readonly Role[]
  /** The module whose pages these are. While it is off they present it, and stand apart in the menu. */
  module?: Module
  /** While its module is off, whether it has something of the company's to show all the same: then it stays in its place. */
  isKept?(company: Company): boolean
  /** What is counted beside its name. */
  counts?: 'quotes'
  /** Only when one of these is active. */
  modules?: readonly Module[]
  /** Offered to whom the server would not refuse it, where that hangs on the deployment too. */
  isOpen?(role: Role | null, hasDemo: boolean): boolean
  group?: 'platform'
  /** A page that stands by itself: the browser loads it anew. */
  isApart?: boolean
}

/** The side menu, in its order. */
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

/** Where someone is led who opens a page that is not for him. */
export const landing: Record<Role, string> = {
  super_admin: '/dashboard/companies/list',
  admin: '/dashboard/companies/list',
  owner: '/dashboard/client-folders',
  manager: '/dashboard/occupants',
  employee: '/dashboard/alerts',
  client: '/dashboard/i-am-client',
}
