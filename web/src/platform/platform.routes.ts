import { platformStaff, readsOutbox, superAdmins } from '@bordee/core/roles.ts'
import { IconInbox } from '@tabler/icons-react'
import { page, type Section } from '../routing.ts'

export const platformPages = [
  page('outbox', 'Boîte d’envoi', platformStaff, () => import('./OutboxScreen.tsx'), 'OutboxScreen'),
  page('statistics', 'Statistiques', superAdmins, () => import('./StatisticsScreen.tsx'), 'StatisticsScreen'),
] as const

export const outboxSection: Section = {
  path: '/dashboard/outbox',
  label: 'Boîte d’envoi',
  icon: IconInbox,
  who: platformStaff,
  group: 'platform',
  isOpen: readsOutbox,
}
