import { alertSenders } from '@bordee/core/roles.ts'
import { IconHome } from '@tabler/icons-react'
import { page, type Section } from '../routing.ts'

export const homePages = [page('home', 'Accueil', alertSenders, () => import('./HomeScreen.tsx'), 'HomeScreen')] as const

export const homeSection: Section = { path: '/dashboard/home', label: 'Accueil', icon: IconHome, who: alertSenders, isAnywhere: true }
