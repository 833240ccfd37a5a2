import '@fontsource-variable/figtree'
import '@mantine/core/styles.css'
import '@mantine/dates/styles.css'
import '@mantine/notifications/styles.css'
import './theme.css'
import { MantineProvider, MantineThemeProvider } from '@mantine/core'
import { DatesProvider } from '@mantine/dates'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import dayjs from 'dayjs'
import 'dayjs/locale/fr-ca'
import customParseFormat from 'dayjs/plugin/customParseFormat'
import { type ReactNode, useEffect } from 'react'
import { cssVariables, largeTheme, theme } from './theme.ts'

// Date fields read « 05/01/2026 » with it; without it dayjs guesses the American order.
dayjs.extend(customParseFormat)

export type Scale = 'office' | 'large'

/** The root of every page: theme, French dates, dialogs and notifications. `large` is for the portal and public pages. */
export function Look({ scale = 'office', children }: { scale?: Scale; children: ReactNode }) {
  // On the root element, so that dialogs and menus, drawn outside the page, follow too.
  useEffect(() => {
    document.documentElement.dataset.scale = scale
  }, [scale])
  return (
    <MantineProvider theme={scale === 'large' ? largeTheme : theme} cssVariablesResolver={cssVariables} forceColorScheme="light">
      <DatesProvider settings={{ locale: 'fr-ca', firstDayOfWeek: 0, weekendDays: [] }}>
        <ModalsProvider labels={{ confirm: 'Confirmer', cancel: 'Annuler' }}>
          {/* At the top: what one clicks to save or finish is at the bottom right. */}
          <Notifications limit={6} position="top-center" autoClose={6000} aria-live="polite" />
          {children}
        </ModalsProvider>
      </DatesProvider>
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
