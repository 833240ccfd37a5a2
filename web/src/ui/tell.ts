import { Problem, type Tone } from '@bordee/core/problem.ts'
import { notifications, notificationsStore } from '@mantine/notifications'

/** Told here, for messages may come before what draws them. */
export const board = { limit: 6, position: 'top-center' } as const
notificationsStore.updateState((state) => ({ ...state, limit: board.limit, defaultPosition: board.position }))

const colors: Record<Tone, string> = { success: 'spruce', warning: 'amber.6', failure: 'red.7' }

/** Says something once: a message on screen or waiting is not repeated; at most six are shown, the rest wait their turn (docs/product/screens.md). */
export function notify(tone: Tone, message: string): void {
  const id = `${tone}:${message}`
  const { notifications: shown, queue } = notificationsStore.getState()
  if ([...shown, ...queue].some((notification) => notification.id === id)) return
  notifications.show({
    id,
    message,
    color: colors[tone],
    'data-tone': tone,
    // A failure stays long enough to be read; screen readers interrupt for it alone.
    autoClose: tone === 'failure' ? 12_000 : 6_000,
    role: tone === 'failure' ? 'alert' : 'status',
  })
}

/**
 * Tells that an action failed. The server's own words in the style of its `type`; the fallback when there are none fit to be read:
 * a 500, a network failure, an answer that is not ours.
 */
export function tell(error: unknown, fallback: string): void {
  if (error instanceof Problem && error.status !== 500 && error.body.message) notify(error.body.type, error.body.message)
  else notify('failure', fallback)
}
