import { dispatchers } from '@bordee/core/roles.ts'
import { page } from '../routing.ts'

export const replyPages = [
  page('alerts/replies', 'Réponses', dispatchers, () => import('./RepliesScreen.tsx'), 'RepliesScreen'),
  page('alerts/replies/$id', 'Conversation', dispatchers, () => import('./ConversationScreen.tsx'), 'ConversationScreen'),
] as const
