import '@fontsource-variable/figtree'
import '@mantine/core/styles.layer.css'
import './theme.css'
import { MantineProvider, MantineThemeProvider } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { Dialogs } from './dialogs.tsx'
import { Told } from './Told.tsx'
import { cssVariables, largeTheme, theme } from './theme.ts'

/** Once the page is read: what says that the network is gone must be there when it is. */
const patience = 5000
const fetchWords = () => void Promise.all([import('./notificationsDrawn.tsx'), import('./dialogsDrawn.tsx')]).catch(() => undefined)

export type Scale = 'office' | 'large'

/** The root of every page: theme, dialogs and notifications. `large` is for the portal and public pages. */
export function Look({ scale = 'office', children }: { scale?: Scale; children: ReactNode }) {
  // On the root element, so that dialogs and menus, drawn outside the page, follow too.
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
      deduplicateCssVariables={false} // written here, all of them: the sheet of their defaults need not travel
      forceColorScheme="light"
    >
      <Told />
      <Dialogs />
      {children}
    </MantineProvider>
  )
}

/** A part of an office page shown as clients see it, for example the preview of the public form. */
export function LargeScale({ children }: { children: ReactNode }) {
  return (
    <MantineThemeProvider theme={largeTheme} inherit>
      <div data-scale="large">{children}</div>
    </MantineThemeProvider>
  )
}
