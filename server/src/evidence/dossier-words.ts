// How a dossier says what happened: times by the company's clock, and drivers by name or by number.

import { notDoneReasonNames } from '@bordee/core/runs/run.ts'
import { workWords } from '@bordee/core/runs/work.ts'
import { hourIn } from '@bordee/core/time.ts'
import type { Mark, Pass } from './pass-facts.ts'

export interface Words {
  zone: string
  /** The driver's name, or « Opérateur 2 » if names are left out. */
  driver(name: string): string
}

export function wordsFor(zone: string, withDrivers: boolean): Words {
  const numbers = new Map<string, number>()
  return {
    zone,
    driver(name) {
      if (withDrivers) return name
      if (!numbers.has(name)) numbers.set(name, numbers.size + 1)
      return `Opérateur ${numbers.get(name)}`
    },
  }
}

const markNames = {
  mark_as_done: 'Fait',
  mark_as_partial: 'Fait en partie',
  mark_as_not_done: 'Pas fait',
  mark_as_todo: 'À refaire',
} as const

/** What a mark says, without who and when. */
export function markText({ type, reason, note, surface, material, inspection }: Mark): string {
  const name = inspection ? 'Inspection, rien à faire' : markNames[type]
  const why = reason ? `${name}\u00a0: ${notDoneReasonNames[reason]}` : name
  return [why, ...workWords({ surface, material }), ...(note ? [`«\u00a0${note}\u00a0»`] : [])].join(', ')
}

/** The surface and the material of the pass, by its last mark that says. */
export const workOf = ({ marks }: Pick<Pass, 'marks'>): string =>
  workWords({
    surface: marks.findLast(({ surface }) => surface)?.surface ?? null,
    material: marks.findLast(({ material }) => material)?.material ?? null,
  }).join(', ')

interface Span {
  from: Date
  to: Date
}

/** The visits as they were in truth: a correction counts instead of what was computed. */
export const trueVisits = ({ visits }: Pick<Pass, 'visits'>): Span[] =>
  visits.flatMap(({ startedAt, finishedAt, corrections }) => {
    const last = corrections.at(-1)
    if (!last) return [{ from: startedAt, to: finishedAt }]
    return last.startedAt && last.finishedAt ? [{ from: new Date(last.startedAt), to: new Date(last.finishedAt) }] : []
  })

export function spanOf(spans: readonly Span[]): Span | null {
  if (spans.length === 0) return null
  return { from: new Date(Math.min(...spans.map(({ from }) => +from))), to: new Date(Math.max(...spans.map(({ to }) => +to))) }
}

export const spanText = (zone: string, { from, to }: Span) => `${hourIn(zone, from)} à ${hourIn(zone, to)}`

export const isCorrected = ({ visits }: Pick<Pass, 'visits'>) => visits.some(({ corrections }) => corrections.length > 0)

/** A person or a truck was here and did something, or looked. */
export const cameHere = (pass: Pass) =>
  trueVisits(pass).length > 0 || pass.marks.some(({ type }) => type === 'mark_as_done' || type === 'mark_as_partial')
