// The hours of a period as Excel opens them in Canadian French: semicolons, decimal commas, a byte order mark.
import { formatDate, type IsoDate, wallClock } from '../time.ts'
import { type Punch, punchSourceNames } from './punch.ts'
import { formatMinutes, paidMinutesOf } from './worked-time.ts'

const heads = [
  'Date',
  'Personne',
  'Début',
  'Fin',
  'Heures',
  'Durée',
  'Heures payées',
  'Durée payée',
  'Provenance',
  'Inscrit par',
  'Corrigé',
  'Approuvé le',
  'Approuvé par',
]

/** A spreadsheet would take a text that begins like this for a formula. */
const cell = (text: string): string => {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[";\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/** 425 → « 7,08 »: hours to the hundredth, as payrolls take them. */
export const decimalHours = (minutes: number): string => (Math.round((minutes * 100) / 60) / 100).toFixed(2).replace('.', ',')

const plainMinutes = (minutes: number) => `${formatMinutes(minutes).replaceAll('\u00a0', ' ')} min`

/** Open punches are there too, without an end or hours. */
export function hoursCsv(punches: readonly Punch[], zone: string): string {
  const day = (at: string): IsoDate => wallClock(at, zone).date
  const moment = (at: string) => `${formatDate(day(at))} ${wallClock(at, zone).time}`
  const rows = punches.map((punch) => {
    const { minutes, approvedAt } = punch
    const worked = minutes === null ? ['', ''] : [decimalHours(minutes), plainMinutes(minutes)]
    const paid = minutes === null ? ['', ''] : [decimalHours(paidMinutesOf(punch)), plainMinutes(paidMinutesOf(punch))]
    return [
      formatDate(day(punch.startedAt)),
      punch.name,
      moment(punch.startedAt),
      punch.endedAt ? moment(punch.endedAt) : '',
      ...worked,
      ...paid,
      punchSourceNames[punch.source],
      punch.madeBy,
      punch.isCorrected ? 'Oui' : 'Non',
      approvedAt ? moment(approvedAt) : '',
      punch.approvedBy ?? '',
    ]
  })
  return `\ufeff${[heads, ...rows].map((row) => `${row.map(cell).join(';')}\r\n`).join('')}`
}
