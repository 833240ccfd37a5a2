// Days and instants as people and spreadsheets write them.
import { fold } from '../text.ts'
import { addDays, type IsoDate, parseDate } from '../time.ts'
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
  if (serial !== undefined) return addDays(firstDay, Math.floor(serial))
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T\s].*)?$/.exec(text) ?? []
  if (year) return parseDate(`${day}/${month}/${year}`)
  const [, d, m, short] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{2})$/.exec(text) ?? []
  if (short) return parseDate(`${d}/${m}/20${short}`)
  const [, y, mm, dd] = /^(20\d\d)(\d\d)(\d\d)$/.exec(text) ?? []
  if (y) return parseDate(`${dd}/${mm}/${y}`)
  return parseDate(text) ?? inWords(text)
}

const months = ['janv', 'fevr', 'mars', 'avr', 'mai', 'juin', 'juil', 'aout', 'sept', 'oct', 'nov', 'dec']
const englishMonths = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** « 15 novembre 2026 », « 1er déc. 2026 », « November 15, 2026 », and « 15-nov-26 » as Excel saves it in a .csv. */
function inWords(text: string): IsoDate | undefined {
  const words = fold(text, { punctuation: 'drop' }).split(' ')
  const [first = '', second = '', year = ''] = words.length === 4 ? words.slice(1) : words // « lundi 15 novembre 2026 »
  const [day, word] = /^\d/.test(first) ? [first, second] : [second, first]
  const month = Math.max(
    months.findIndex((name) => word.startsWith(name) || (word.length > 2 && name.startsWith(word))),
    englishMonths.findIndex((name) => word.startsWith(name) && !word.startsWith('jui')),
  )
  return month < 0
    ? undefined
    : parseDate(`${day.replace(/(er|st|nd|rd|th)$/, '')}/${month + 1}/${/^\d\d$/.test(year) ? `20${year}` : year}`)
}
