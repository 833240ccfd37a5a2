import '@fontsource-variable/figtree'
import '@mantine/core/styles.layer.css'
import './theme.css'
import { MantineProvider } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { Dialogs } from './dialogs.tsx'
import { NotificationArea } from './NotificationArea.tsx'
import { cssVariables, largeTheme, theme } from './theme.ts'

/** Preload notifications and dialogs after the page is read: offline, the message that says so couldn't load. */
const patience = 5000
const fetchWords = () => void Promise.all([import('./notificationsDrawn.tsx'), import('./dialogsDrawn.tsx')]).catch(() => undefined)

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
      forceColorScheme="light"
    >
      <NotificationArea />
      <Dialogs />
      {children}
    </MantineProvider>
  )
}
