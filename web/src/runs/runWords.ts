import type { AreaState } from '@bordee/core/runs/completion.ts'
import type { AreaAction, MarkType, Run } from '@bordee/core/runs/run.ts'
import { runKindNames } from '@bordee/core/runs/run-kind.ts'
import { formatDate, formatInstant, hourIn, wallClock } from '@bordee/core/time.ts'
import type { StatusTone } from '../ui/Status.tsx'

export const stateNames: Record<AreaState, string> = {
  todo: 'À faire',
  done: 'Fait',
  partial: 'Fait en partie',
  'not-done': 'Pas fait',
}
export const stateTones: Record<AreaState, StatusTone> = { todo: 'bad', done: 'good', partial: 'good', 'not-done': 'attention' }
/** Map colours. */
export const stateColors: Record<AreaState, string> = { todo: '#C8402F', done: '#1E8E5A', partial: '#7FBF9E', 'not-done': '#E8960C' }

/** « 15/11/2026, de 8 h 46 à 8 h 47 », or both days. */
export function spanWords(startedAt: string, finishedAt: string, zone: string): string {
  const [begun, ended] = [wallClock(startedAt, zone).date, wallClock(finishedAt, zone).date]
  if (begun !== ended) return `${formatInstant(startedAt, zone)} à ${formatInstant(finishedAt, zone)}`
  return `${formatDate(begun)}, de ${hourIn(zone, startedAt)} à ${hourIn(zone, finishedAt)}`
}

/** What someone said of an area. */
export const markNames: Record<MarkType, string> = {
  mark_as_done: 'Fait',
  mark_as_partial: 'Fait en partie',
  mark_as_not_done: 'Pas fait',
  mark_as_todo: 'À refaire',
}

/** « Fait », or « Inspection, rien à faire ». */
export const markName = ({ type, inspection }: Pick<AreaAction, 'type' | 'inspection'>): string =>
  inspection ? 'Inspection, rien à faire' : markNames[type]

/** To call a driver back, the office adds the stop again. */
export type OfficeMark = Exclude<MarkType, 'mark_as_todo'>

/** « Marquer fait en partie ». */
export const markingWord = (type: OfficeMark) => `Marquer ${markNames[type].toLowerCase()}`

/** « Bordure, unité 12 »; what the run is for, and in which truck. */
export const roundName = ({ kind, isRedo, unit }: Pick<Run, 'kind' | 'isRedo' | 'unit'>): string =>
  [isRedo ? 'Reprise' : runKindNames[kind], unit && `unité ${unit}`].filter(Boolean).join(', ')

/** An age in seconds as text: « à l’instant », « il y a 8 s », « il y a 3 min ». */
export function ago(seconds: number): string {
  if (seconds < 3) return 'à l’instant'
  if (seconds < 60) return `il y a ${Math.floor(seconds)}\u00a0s`
  if (seconds < 3600) return `il y a ${Math.floor(seconds / 60)}\u00a0min`
  return `il y a ${Math.floor(seconds / 3600)}\u00a0h`
}

/** To the second: « 6 h 32 min 07 s ». */
export function clockOf(at: number, zone: string): string {
  const [hour, minute] = wallClock(new Date(at), zone).time.split(':')
  const second = String(Math.floor(at / 1000) % 60).padStart(2, '0')
  return `${Number(hour)}\u00a0h\u00a0${minute}\u00a0min\u00a0${second}\u00a0s`
}

/** A run's duration; null while it is under way. */
export const secondsOf = ({ startedAt, finishedAt }: { startedAt: string; finishedAt: string | null }): number | null =>
  finishedAt === null ? null : (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000
