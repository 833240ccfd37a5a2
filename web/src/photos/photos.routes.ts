import { companyAdmins } from '@bordee/core/roles.ts'
import { page } from '../routing.ts'

export const photoPages = [
  page(
    'client-folders/without-condition',
    'États des lieux à faire',
    companyAdmins,
    () => import('./SitesWithoutConditionScreen.tsx'),
    'SitesWithoutConditionScreen',
  ),
] as const
