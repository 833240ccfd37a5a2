import { office } from '@bordee/core/roles.ts'
import { IconUserCircle } from '@tabler/icons-react'
import { page, type Section } from '../routing.ts'

export const identityPages = [page('profile', 'Mon profil', office, () => import('./ProfileScreen.tsx'), 'ProfileScreen')] as const

/** In the user menu and the palette only. */
export const profileSection: Section = { path: '/dashboard/profile', label: 'Mon profil', icon: IconUserCircle, who: office }
