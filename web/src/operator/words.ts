import type { AreaState } from '@bordee/core/runs/completion.ts'
import { isEnough } from '@bordee/core/runs/completion.ts'
import { type RunKind, runKindNames } from '@bordee/core/runs/run-kind.ts'
import { count } from '@bordee/core/text.ts'
import type { Mark } from './kept.ts'
import type { OwnRun } from './shown.ts'
import type { Step } from './stops.ts'

export const markNames: Record<Mark['type'], string> = {
  mark_as_done: 'Fait',
  mark_as_partial: 'Fait en partie',
  mark_as_not_done: 'Pas fait',
}

/** « Fait », « Inspection », « Dommage ». */
export const markName = ({ type, inspection }: Pick<Mark, 'type' | 'inspection'>): string => (inspection ? 'Inspection' : markNames[type])

export const stateNames: Record<AreaState, string> = { todo: 'À faire', done: 'Fait', partial: 'Fait en partie', 'not-done': 'Pas fait' }

/** « 1 fait sur 12 ». */
export const doneOutOf = (done: number, total: number): string => `${done} ${done > 1 ? 'faits' : 'fait'} sur ${total}`

/** « Bordure · unité 12 ». */
export const roundName = ({ kind = 'full', unit }: Pick<OwnRun, 'kind' | 'unit'>): string =>
  [runKindNames[kind], unit && `unité ${unit}`].filter(Boolean).join(' · ')

function countsOf(steps: readonly Step[], kind: RunKind | undefined) {
  const done = steps.filter((step) => isEnough(step, kind)).length
  const partial = steps.filter((step) => step.state === 'partial' && !isEnough(step, kind)).length
  return { done, partial, notDone: steps.filter(({ state }) => state === 'not-done').length }
}

/** « 9 faits sur 12, 1 en partie ». */
export function progressOf(steps: readonly Step[], kind?: RunKind): string {
  const { done, partial } = countsOf(steps, kind)
  return [doneOutOf(done, steps.length), partial > 0 && `${partial}\u00a0en partie`].filter(Boolean).join(', ')
}

/** « 9 faits, 1 en partie, 2 pas faits ». */
export function outcome(steps: readonly Step[], kind?: RunKind): string {
  const { done, partial, notDone } = countsOf(steps, kind)
  return [count(done, 'fait'), partial > 0 && `${partial}\u00a0en partie`, notDone > 0 && count(notDone, 'pas fait', 'pas faits')]
    .filter(Boolean)
    .join(', ')
}
