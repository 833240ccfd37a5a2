// What the board says of a round, a site and a moment.
import type { BoardItem, BoardRound, OperationSite, RoundState } from '@bordee/core/operations/board.ts'
import { type SiteState, siteStateNames } from '@bordee/core/operations/operation.ts'
import { longShift } from '@bordee/core/operations/round-state.ts'
import { notDoneReasonNames } from '@bordee/core/runs/run.ts'
import { runKindNames } from '@bordee/core/runs/run-kind.ts'
import { formatDate, formatDuration, hourIn, todayIn } from '@bordee/core/time.ts'
import { stateColors, stateTones } from '../runs/runWords.ts'
import { mutedInk } from '../ui/inks.ts'
import type { StatusTone } from '../ui/Status.tsx'

const minute = 60_000
const hour = 60 * minute

/** A time in whole minutes: « 14 min », « 4 h 02 min ». */
export const lasting = (milliseconds: number): string => formatDuration(Math.floor(milliseconds / minute) * 60)

/** « 2 h 10 », with the day if the hour alone could be that of another one: « 16/11/2026 à 22 h 10 ». */
export function momentIn(zone: string, at: string, near: string | number): string {
  const isClose = Math.abs(new Date(near).getTime() - Date.parse(at)) < 18 * hour
  const time = hourIn(zone, at)
  return isClose ? time : `${formatDate(todayIn(zone, new Date(at)))} à ${time}`
}

/** « Véhicule déplacé · 5 h 40 ». */
export const carMovedWords = (at: string, zone: string): string => `Véhicule déplacé · ${hourIn(zone, at)}`

export const roundTones: Record<RoundState, StatusTone> = {
  'not-started': 'bad',
  stopped: 'bad',
  silent: 'bad',
  late: 'attention',
  'under-way': 'good',
  'handed-over': 'neutral',
  finished: 'neutral',
}

/** « arrêtée 14 min »; null while the round goes as it should. */
export function stateWords({ state, since, isRedo, handedTo }: BoardRound, now: number): string | null {
  const lasts = since ? `\u00a0${lasting(now - Date.parse(since))}` : ''
  const words: Record<RoundState, string | null> = {
    'not-started': isRedo ? 'à prendre' : 'non démarrée',
    stopped: `arrêtée${lasts}`,
    silent: `sans nouvelles${lasts}`,
    late: null,
    'under-way': null,
    'handed-over': handedTo.length > 0 ? `remise à ${handedTo.join(', ')}` : 'remise, à reprendre',
    finished: 'terminée',
  }
  return words[state]
}

/** « Bordure, ronde 2 »; null for a first complete round, as most are. */
export function roundName({ kind, number, isRedo }: BoardRound): string | null {
  if (isRedo) return 'Reprise'
  const parts = [kind !== 'full' || number > 1 ? runKindNames[kind] : null, number > 1 ? `ronde\u00a0${number}` : null]
  return parts.filter(Boolean).join(', ') || null
}

/** How long a round that is under way has lasted, and whether its driver has been out for too long. */
export function shiftOf({ startedAt, finishedAt }: BoardRound, now: number): { words: string; isLong: boolean } | null {
  if (startedAt === null || finishedAt !== null) return null
  const lasted = now - Date.parse(startedAt)
  return { words: lasting(lasted), isLong: lasted >= longShift * hour }
}

/** « 7 h 40 (+40 min) ». */
export function endWords({ expectedEnd, delayMinutes }: Pick<BoardRound, 'expectedEnd' | 'delayMinutes'>, zone: string): string {
  if (!expectedEnd) return ''
  return `${hourIn(zone, expectedEnd)}${delayMinutes > 0 ? ` (+${lasting(delayMinutes * minute)})` : ''}`
}

/** Runs that can take another stop. */
export const isOut = ({ runId, startedAt, finishedAt, handedOverAt }: BoardRound): boolean =>
  runId !== null && startedAt !== null && finishedAt === null && handedOverAt === null

const sources = { call: 'Appel', resident: 'Occupant' }

/** Why a site waits for someone: « Pas fait : barrière fermée ». */
export function itemWords({ kind, source, reason }: BoardItem): string {
  if (kind === 'request') return `Demande (${sources[source ?? 'call'].toLowerCase()})`
  if (kind === 'handed-over') return 'Tournée remise'
  return reason ? `Pas fait\u00a0: ${notDoneReasonNames[reason].toLowerCase()}` : 'Pas atteint'
}

export const siteTones: Record<SiteState, StatusTone> = {
  done: stateTones.done,
  partial: stateTones.partial,
  redo: stateTones['not-done'],
  left: 'neutral',
  unneeded: 'neutral',
}

/** As on the fleet's map, but what is left is grey: it must not hide the few that are to redo. */
export const siteColors: Record<SiteState, string> = {
  done: stateColors.done,
  partial: stateColors.partial,
  redo: stateColors['not-done'],
  left: mutedInk,
  unneeded: '#B4BEC0',
}

export const roundPrepared = { done: 'Ronde préparée.', failed: 'Impossible de préparer la ronde.' }

/** « Ne pas déneiger » says more than « Non requis ». */
export const siteStateName = ({ state, isServiceStopped }: Pick<OperationSite, 'state' | 'isServiceStopped'>): string =>
  isServiceStopped && state === 'unneeded' ? 'Ne pas déneiger' : siteStateNames[state]
