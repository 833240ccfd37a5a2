// A week of hours, and its sums in words.
import type { Approval, Punch } from '@bordee/core/punches/punch.ts'
import { formatMinutes, paidMinutesOf } from '@bordee/core/punches/worked-time.ts'
import { compareText, count } from '@bordee/core/text.ts'
import { addDays, formatDate, hourIn, type IsoDate, wallClock } from '@bordee/core/time.ts'

export interface Days {
  from: IsoDate
  to: IsoDate
}

/** From Sunday to Saturday. */
export function weekOf(day: IsoDate): Days {
  const from = addDays(day, -new Date(`${day}T00:00:00Z`).getUTCDay())
  return { from, to: addDays(from, 6) }
}

export const weekName = ({ from, to }: Days) => `Du ${formatDate(from)} au ${formatDate(to)}`

/** « lundi 12/01 ». */
export function dayName(at: string, zone: string): string {
  const { date } = wallClock(at, zone)
  const weekday = new Date(`${date}T00:00:00Z`).toLocaleDateString('fr-CA', { weekday: 'long', timeZone: 'UTC' })
  return `${weekday} ${formatDate(date).slice(0, 5)}`
}

/** « 2 h 15 le lendemain » for what ends on another day. */
export function endName({ startedAt, endedAt }: Pick<Punch, 'startedAt'> & { endedAt: string }, zone: string): string {
  const hour = hourIn(zone, endedAt)
  return wallClock(startedAt, zone).date === wallClock(endedAt, zone).date ? hour : `${hour} le lendemain`
}

export interface PersonWeek {
  key: string
  name: string
  punches: Punch[]
  worked: number
  paid: number
}

/** By name; what was removed counts for nothing, and shows only if asked for. */
export function byPerson(punches: readonly Punch[], withRemoved: boolean): PersonWeek[] {
  const shown = punches.filter(({ removedAt }) => withRemoved || removedAt === null)
  const people = [...Map.groupBy(shown, ({ accountId, name }) => accountId ?? name)]
  return people
    .map(([key, own]) => {
      const counted = own.filter(({ removedAt }) => removedAt === null)
      const worked = counted.reduce((sum, { minutes }) => sum + (minutes ?? 0), 0)
      return { key, name: own[0]?.name ?? '', punches: own, worked, paid: counted.reduce((sum, one) => sum + paidMinutesOf(one), 0) }
    })
    .toSorted((a, b) => compareText(a.name, b.name))
}

/** « 84 h 30 travaillées, 86 h 00 payées ». */
export const sumText = ({ worked, paid }: Pick<PersonWeek, 'worked' | 'paid'>): string =>
  paid === worked ? `${formatMinutes(worked)} travaillées` : `${formatMinutes(worked)} travaillées, ${formatMinutes(paid)} payées`

/** What an approval did, and what still waits. */
export function approvalText({ approvedCount, openCount, undecidedCount }: Approval): string {
  const done = approvedCount === 0 ? 'Rien de nouveau à approuver' : count(approvedCount, 'pointage approuvé', 'pointages approuvés')
  const waits = [
    openCount > 0 && count(openCount, 'journée pas terminée', 'journées pas terminées'),
    undecidedCount > 0 && `${count(undecidedCount, 'temps payé')} à décider`,
  ].filter(Boolean)
  return waits.length > 0 ? `${done}. Il reste ${waits.join(' et ')}` : done
}
