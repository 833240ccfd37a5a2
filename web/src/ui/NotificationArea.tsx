import { notificationsStore } from '@mantine/notifications'
import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'

/**
 * Renders what `notify` and `notifyFailure` show. Loaded with the first message, but the live region exists before it, so that
 * screen readers announce that one too.
 */
export function NotificationArea() {
  const hasMessages = useSyncExternalStore(notificationsStore.subscribe, () => notificationsStore.getState().notifications.length > 0)
  const [Drawn, setDrawn] = useState<ComponentType | null>(null)
  useEffect(() => {
    if (!hasMessages) return
    import('./notificationsDrawn.tsx').then(
      (part) => setDrawn(() => part.Drawn),
      () => undefined, // offline: Look usually preloads it, and the next message tries again
    )
  }, [hasMessages])
  return <div aria-live="polite">{Drawn && <Drawn />}</div>
}
