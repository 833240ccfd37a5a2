import { companyAdmins } from '@bordee/core/roles.ts'
import { IconClockHour4 } from '@tabler/icons-react'
import { page, type Section } from '../routing.ts'

export const punchPages = [page('hours', 'Heures', companyAdmins, () => import('./HoursScreen.tsx'), 'HoursScreen')] as const

export const hoursSection: Section = { path: '/dashboard/hours', label: 'Heures', icon: IconClockHour4, who: companyAdmins }
