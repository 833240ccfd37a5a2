import { dispatchers } from '@bordee/core/roles.ts'
import { IconSnowflake } from '@tabler/icons-react'
import { page, type Section } from '../routing.ts'

export const operationPages = [
  page('operations', 'Opérations', dispatchers, () => import('./SeasonScreen.tsx'), 'SeasonScreen'),
  page('operations/create', 'Ouvrir une opération', dispatchers, () => import('./OpenOperationScreen.tsx'), 'OpenOperationScreen'),
  page('operations/$id/{-$tab}', 'Opération', dispatchers, () => import('./OperationScreen.tsx'), 'OperationScreen'),
] as const

export const operationsSection: Section = {
  path: '/dashboard/operations',
  label: 'Opérations',
  icon: IconSnowflake,
  who: dispatchers,
  modules: ['geolocation', 'alerts'],
}
