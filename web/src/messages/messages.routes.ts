import { companyAdmins } from '@bordee/core/roles.ts'
import { page } from '../routing.ts'

export const messagePages = [
  page('alerts/messages/{-$messageId}', 'Messages', companyAdmins, () => import('./MessagesScreen.tsx'), 'MessagesScreen'),
  page('alerts/messages/create', 'Nouveau message', companyAdmins, () => import('./MessageFormScreen.tsx'), 'CreateMessageScreen'),
  page('alerts/messages/edit/$messageId', 'Message', companyAdmins, () => import('./MessageFormScreen.tsx'), 'EditMessageScreen'),
] as const
