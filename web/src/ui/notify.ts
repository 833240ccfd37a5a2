import { Problem, type Tone } from '@bordee/core/problem.ts'
import { sentence } from '@bordee/core/text.ts'
import { notifications, notificationsStore } from '@mantine/notifications'

/** Set here, because messages may come before the code that renders them. */
export const board = { limit: 6, position: 'top-center' } as const
notificationsStore.updateState((state) => ({ ...state, limit: board.limit, defaultPosition: board.position }))

const colors: Record<Tone, string> = { success: 'spruce', warning: 'amber.6', failure: 'red.7' }

const idOf = (tone: Tone, text: string) => `${tone}:${sentence(text)}`

/** Shows a sentence, unless it is shown or queued already. At most six show at once (docs/product/screens.md). */
export function notify(tone: Tone, text: string): void {
  const message = sentence(text)
  const id = idOf(tone, text)
  const { notifications: shown, queue } = notificationsStore.getState()
  if ([...shown, ...queue].some((notification) => notification.id === id)) return
  notifications.show({
    id,
    message,
    color: colors[tone],
    'data-tone': tone,
    // A failure stays longer, and is the only message for which screen readers interrupt.
    autoClose: tone === 'failure' ? 12_000 : 6_000,
    role: tone === 'failure' ? 'alert' : 'status',
  })
}

/** Takes a message back that is no longer true. */
export const unnotify = (tone: Tone, text: string) => void notifications.hide(idOf(tone, text))

/**
 * Reports that an action failed: with the server's message in the style of its `type`, or the fallback when there is
 * none to show (a 500, a network failure, a response that isn't ours).
 */
export function notifyFailure(error: unknown, fallback: string): void {
  if (error instanceof Problem && error.status !== 500 && error.body.message) notify(error.body.type, error.body.message)
  else notify('failure', fallback)
}
