import { companyAdmins } from '@bordee/core/roles.ts'
import { IconTool } from '@tabler/icons-react'
import { page, type Section } from '../routing.ts'

export const servicePages = [
  page('services/{-$serviceId}', 'Services', companyAdmins, () => import('./ServicesScreen.tsx'), 'ServicesScreen'),
] as const

/** In the palette only, whatever the modules, because zones, routes and contracts all use services. */
export const servicesSection: Section = { path: '/dashboard/services', label: 'Services', icon: IconTool, who: companyAdmins }
