import { companyAdmins, dispatchers } from '@bordee/core/roles.ts'
import { IconSpeakerphone } from '@tabler/icons-react'
import { page, type Section } from '../routing.ts'

export const bulletinPages = [
  page('bulletin', 'Bulletin', dispatchers, () => import('./BulletinScreen.tsx'), 'BulletinScreen'),
  page(
    'bulletin/settings',
    'Paramètres du bulletin',
    companyAdmins,
    () => import('./BulletinSettingsScreen.tsx'),
    'BulletinSettingsScreen',
  ),
] as const

export const bulletinsSection: Section = { path: '/dashboard/bulletin', label: 'Bulletin', icon: IconSpeakerphone, who: dispatchers }
