// The name of a run in lists of alerts.
import { formatHour, wallClock } from '../time.ts'

const months = ['janv.', 'févr.', 'mars', 'avr.', 'mai', 'juin', 'juill.', 'août', 'sept.', 'oct.', 'nov.', 'déc.']

/** « Trajet Haute-Ville (tournée du 16 nov. 2026, 5 h 12) », in the company's time zone. */
export function runName({ routeName, startedAt, zone }: { routeName: string; startedAt: Date | string; zone: string }): string {
  const { date, time } = wallClock(startedAt, zone)
  const [year = '', month = '', day = ''] = date.split('-')
  const ofMonth = Number(day) === 1 ? '1er' : Number(day)
  return `Trajet ${routeName} (tournée du ${ofMonth} ${months[Number(month) - 1]} ${year}, ${formatHour(time)})`
}
