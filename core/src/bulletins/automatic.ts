// What an automatic bulletin says of a night, or of one area in it.
import { partialIsEnough, type RunKind, runKinds } from '../runs/run-kind.ts'
import type { BulletinState } from './bulletin.ts'
import type { Computed } from './current.ts'

/** The rounds and sites of the open operations that concern a company or one of its areas. */
export interface Night {
  isOpen: boolean
  /** The last operation closed less than a day ago. */
  hasJustEnded: boolean
  /** Some run has begun, in this area or elsewhere. */
  hasBegun: boolean
  /** Of runs under way: how many of the area's stops each kind has. */
  underWay: Partial<Record<RunKind, number>>
  /** The kind of the last run that ended, if none is under way. */
  lastKind: RunKind | null
  /** Of the current rounds: a site that isn't needed isn't counted. */
  sites: { total: number; done: number; partial: number }
}

/** With fewer sites, a share would tell about single ones. */
const fewestSites = 10

const stateOf: Record<RunKind, BulletinState> = {
  opening: 'first-pass',
  windrow: 'windrow',
  full: 'under-way',
  final: 'final',
  salting: 'salting',
}

/** What the usual sentences can't know of a night. */
const soon = 'Nos équipes se préparent à partir.'
const elsewhere = 'Nos équipes ne sont pas encore dans ce secteur.'
const paused = 'Une partie du travail est faite; la suite viendra.'
const firstPassDone = 'Le premier passage est terminé; la suite viendra.'

type Sentences = Partial<Record<BulletinState, string | null | undefined>>

/** `own`: the company's sentences; `usual`: those of the states that it has none for. */
export function computeBulletin(night: Night, own: Sentences, usual: Record<BulletinState, string>): Computed {
  const say = (state: BulletinState, text = own[state] ?? usual[state]): Computed => ({ state, text: text || null })
  if (!night.isOpen) return say(night.hasJustEnded ? 'done' : 'idle')
  const kind = mostOf(night.underWay)
  if (kind) {
    const share = shareOf(night.sites, kind)
    const { state, text } = say(stateOf[kind])
    return { state, text: [text, share].filter(Boolean).join(' ') || null }
  }
  if (!night.hasBegun) return say('leaving', own.leaving ?? soon)
  if (night.lastKind === null) return say('under-way', elsewhere)
  if (!isAllDone(night.sites, night.lastKind)) return say('under-way', paused)
  return night.lastKind === 'opening' ? say('under-way', firstPassDone) : say('done')
}

const mostOf = (underWay: Night['underWay']): RunKind | undefined =>
  runKinds
    .filter((kind) => underWay[kind])
    .toSorted((a, b) => (underWay[b] ?? 0) - (underWay[a] ?? 0))
    .at(0)

const doneOf = ({ done, partial }: Night['sites'], kind: RunKind) => done + (partialIsEnough.includes(kind) ? partial : 0)
const isAllDone = (sites: Night['sites'], kind: RunKind) => doneOf(sites, kind) >= sites.total

/** « Environ 60 % des entrées faites », rounded to tens; nothing at either end, or of a few sites. */
function shareOf(sites: Night['sites'], kind: RunKind): string {
  if (sites.total < fewestSites) return ''
  const tens = Math.round((10 * doneOf(sites, kind)) / sites.total)
  return tens === 0 || isAllDone(sites, kind) ? '' : `Environ ${Math.min(9, tens) * 10}\u00a0% des entrées faites.`
}
