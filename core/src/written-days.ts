// Days as people write and say them.
import { fold } from './text.ts'
import { type IsoDate, parseDate } from './time.ts'

/** « 15/11/2026 », « 15-11-26 », « 2026-11-15 », « 20261115 », « 15 novembre 2026 »; undefined if it is no day. */
export function dayIn(text: string): IsoDate | undefined {
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

/** « 17 novembre », « 1er décembre »; where there is little room, « 17 nov. », « 1er déc. ». */
export function dayInWords(date: IsoDate, length: 'long' | 'short' = 'long'): string {
  const month = new Date(`${date}T00:00:00Z`).toLocaleDateString('fr-CA', { month: length, timeZone: 'UTC' })
  const day = Number(date.slice(8))
  return `${day === 1 ? '1er' : day} ${month}`
}

/** « Mardi 17 novembre ». */
export function weekdayInWords(date: IsoDate): string {
  const name = new Date(`${date}T00:00:00Z`).toLocaleDateString('fr-CA', { weekday: 'long', timeZone: 'UTC' })
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} ${dayInWords(date)}`
}
