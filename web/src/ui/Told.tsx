import { notificationsStore } from '@mantine/notifications'
import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'

/** What is told by `tell` and `notify`. Fetched with the first message; the live region is there before, so that screen readers say that one too. */
export function Told() {
  const isSomethingTold = useSyncExternalStore(notificationsStore.subscribe, () => notificationsStore.getState().notifications.length > 0)
  const [Drawn, setDrawn] = useState<ComponentType | null>(null)
  useEffect(() => {
    if (!isSomethingTold) return
    import('./notificationsDrawn.tsx').then(
      (part) => setDrawn(() => part.Drawn),
      () => undefined, // without a network: Look fetches it beforehand, and the next message tries again
    )
  }, [isSomethingTold])
  return <div aria-live="polite">{Drawn && <Drawn />}</div>
}
