// Days and instants as spreadsheets write them too.
import { addDays, type IsoDate } from '../time.ts'
import { dayIn } from '../written-days.ts'
import { type Answer, quoted } from './found.ts'

export function readDay(text: string): Answer<IsoDate> {
  const value = dayOf(text)
  if (value && !isOurTime(value)) return { problem: outOfTime(text) }
  return value ? { value } : { problem: `${quoted(text)} n’est pas une date\u00a0: on attend jj/mm/aaaa.` }
}

/** Wall-clock time, « 2026-11-15T07:30 », which the caller places in the company's zone; with a zone, an instant. */
export function readInstant(text: string): Answer<string> {
  if (/^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:?\d\d)$/.test(text) && !Number.isNaN(Date.parse(text))) {
    const value = new Date(text).toISOString()
    return isOurTime(value) ? { value } : { problem: outOfTime(text) }
  }
  const serial = serialOf(text)
  if (serial !== undefined) return { value: `${addDays(firstDay, Math.floor(serial))}T${clockOf(serial % 1)}` }
  const [, day = text, hour, minute] = /^(.+?)(?:[T\s,]+(?:à\s*)?(\d{1,2})(?:\s*h\s*|:)(\d{2})?(?::\d{2}(?:\.\d+)?)?)?$/i.exec(text) ?? []
  const date = dayOf(day)
  if (!date || Number(hour ?? 0) > 23 || Number(minute ?? 0) > 59)
    return { problem: `${quoted(text)} n’est pas un moment\u00a0: on attend jj/mm/aaaa hh:mm.` }
  if (!isOurTime(date)) return { problem: outOfTime(text) }
  return { value: `${date}T${(hour ?? '0').padStart(2, '0')}:${minute ?? '00'}` }
}

/** Whatever a cell says, nobody means the year 9999. */
const isOurTime = (day: string) => /^(19\d\d|20\d\d|2100)-/.test(day)
const outOfTime = (text: string) => `${quoted(text)}\u00a0: l’année doit être de 1900 à 2100.`

/** Spreadsheets count days from here; we accept serials between 1954 and 2119. */
const firstDay = '1899-12-30'
const [fewest, most] = [20_000, 80_000]

function serialOf(text: string): number | undefined {
  const serial = /^\d{5}(\.\d+)?$/.test(text) ? Number(text) : 0
  return serial >= fewest && serial < most ? serial : undefined
}

function clockOf(part: number): string {
  const minutes = Math.min(1439, Math.round(part * 1440))
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

function dayOf(text: string): IsoDate | undefined {
  const serial = serialOf(text)
  return serial === undefined ? dayIn(text) : addDays(firstDay, Math.floor(serial))
}
