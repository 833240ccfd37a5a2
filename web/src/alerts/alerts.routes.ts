import { alertSenders, dispatchers } from '@bordee/core/roles.ts'
import { IconBell } from '@tabler/icons-react'
import { page, type Section, sectionStart } from '../routing.ts'

const firstPage = page('alerts/sending', 'Alertes', alertSenders, () => import('./SendingScreen.tsx'), 'SendingScreen')

export const alertPages = [
  firstPage,
  page('alerts/history', 'Historique des alertes', dispatchers, () => import('./HistoryScreen.tsx'), 'HistoryScreen'),
  page('alerts/history/$code', 'Détail d’un envoi', dispatchers, () => import('./AlertDetailScreen.tsx'), 'AlertDetailScreen'),
  ...sectionStart('alerts', firstPage),
] as const

export const alertsSection: Section = {
  path: '/dashboard/alerts',
  label: 'Alertes',
  icon: IconBell,
  who: alertSenders,
  module: 'alerts',
  counts: 'replies',
}
