import '@fontsource-variable/figtree'
import '@mantine/core/styles.layer.css'
import './theme.css'
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { notificationsStore } from '@mantine/notifications'
import { type ComponentType, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { Dialogs } from './dialogs.tsx'
import { cssVariables, largeTheme, theme } from './theme.ts'

/** Preload notifications and dialogs after the page is read: offline, the message that says so couldn't load. */
const patience = 10_000
const fetchWords = () => void Promise.all([import('./notificationsDrawn.tsx'), import('./dialogsDrawn.tsx')]).catch(() => undefined)

/** The choice of the profile, kept on the device; without one, the system's. */
const colorScheme = localStorageColorSchemeManager({ key: 'bordee:color-scheme' })

export type Scale = 'office' | 'large'

/** The root of every page: theme, dialogs and notifications. `large` is for the portal and public pages. */
export function Look({ scale = 'office', children }: { scale?: Scale; children: ReactNode }) {
  // On the root element, so that dialogs and menus, which render outside the page, follow too.
  useEffect(() => {
    document.documentElement.dataset.scale = scale
  }, [scale])
  useEffect(() => {
    const soon = setTimeout(fetchWords, patience)
    return () => clearTimeout(soon)
  }, [])
  return (
    <MantineProvider
      theme={scale === 'large' ? largeTheme : theme}
      cssVariablesResolver={cssVariables}
      deduplicateCssVariables={false} // all are written here, so the sheet with their defaults isn't needed
      colorSchemeManager={colorScheme}
      defaultColorScheme="auto"
    >
      <NotificationArea />
      <Dialogs />
      {children}
    </MantineProvider>
  )
}

/**
 * Renders what `notify` and `notifyFailure` show. Loaded with the first message, but the live region exists before it, so that
 * screen readers announce that one too.
 */
function NotificationArea() {
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
