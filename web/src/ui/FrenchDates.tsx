import '@mantine/dates/styles.layer.css'
import { DatesProvider } from '@mantine/dates'
import dayjs from 'dayjs'
import 'dayjs/locale/fr-ca'
import customParseFormat from 'dayjs/plugin/customParseFormat'
import type { ReactNode } from 'react'

// Lets date fields parse « 05/01/2026 »; without it dayjs assumes the American order.
dayjs.extend(customParseFormat)

/** Wraps every calendar, rather than every page, because few pages have one. */
export function FrenchDates({ children }: { children: ReactNode }) {
  return <DatesProvider settings={{ locale: 'fr-ca', firstDayOfWeek: 0, weekendDays: [] }}>{children}</DatesProvider>
}
