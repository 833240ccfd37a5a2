import '@mantine/dates/styles.layer.css'
import { DatesProvider } from '@mantine/dates'
import dayjs from 'dayjs'
import 'dayjs/locale/fr-ca'
import customParseFormat from 'dayjs/plugin/customParseFormat'
import type { ReactNode } from 'react'

// Date fields read « 05/01/2026 » with it; without it dayjs guesses the American order.
dayjs.extend(customParseFormat)

/** Stands around every calendar. It is no part of every page, for few have one. */
export function FrenchDates({ children }: { children: ReactNode }) {
  return <DatesProvider settings={{ locale: 'fr-ca', firstDayOfWeek: 0, weekendDays: [] }}>{children}</DatesProvider>
}
