// Whether a site must be served in an operation, and by when: from the snow that was read, its passes and its contract
// (docs/product/operations.md). Instants are milliseconds.
import { timeOfDayAfter } from '../time.ts'
import type { Requirement } from './requirement.ts'

type DueState = 'due' | 'done' | 'not-required-yet' | 'overdue'

export interface Due {
  state: DueState
  deadline: number | null
}

/** Centimetres fallen since the operation opened, or degrees; `sectorId` is null for the whole operation. */
export interface Reading {
  at: number
  kind: 'depth' | 'temperature'
  amount: number
  sectorId: string | null
}

interface Operation {
  kind: 'snow' | 'ice' | 'hauling'
  openedAt: number
  closedAt: number | null
}

export interface DueSite {
  requirement: Requirement
  /** Those in this operation, in any order. A partial pass doesn't count. */
  completePasses: readonly number[]
  sectorIds: readonly string[]
}

/** The rule for one operation, to be asked about each of its sites. An operation that closed is judged as it closed. */
export function dueRule({
  operation,
  readings,
  zone,
  now,
}: {
  operation: Operation
  readings: readonly Reading[]
  zone: string
  now: number
}): (site: DueSite) => Due {
  const until = Math.min(now, operation.closedAt ?? now)
  const curveOf = snowCurves(operation.openedAt, readings)
  const timesOfDay = new Map<string, number>()
  const firstTimeAfter = (at: number, time: string) => {
    const key = `${at} ${time}`
    const known = timesOfDay.get(key) ?? timeOfDayAfter(new Date(at), time, zone).getTime()
    timesOfDay.set(key, known)
    return known
  }

  return ({ requirement, completePasses, sectorIds }) => {
    const { doneBy, hoursAfter, maxInterval } = requirement
    const curve = curveOf(sectorIds)
    const lastPass = completePasses.length > 0 ? Math.max(...completePasses) : null
    const snowEnd = endOfSnow(curve, operation.closedAt)
    const nextPass = maxInterval && lastPass !== null && !(snowEnd && lastPass >= snowEnd) ? lastPass + maxInterval * hour : null
    const dueSince = dueFrom(operation, requirement, curve, lastPass)
    if (dueSince === null) {
      if (lastPass === null) return { state: 'not-required-yet', deadline: null }
      return { state: nextPass !== null && until > nextPass ? 'overdue' : 'done', deadline: nextPass }
    }
    const deadlines = [
      doneBy && firstTimeAfter(dueSince, doneBy),
      hoursAfter !== null && snowEnd && snowEnd + hoursAfter * hour,
      nextPass ?? (maxInterval && dueSince + maxInterval * hour),
    ].filter((at) => typeof at === 'number')
    const deadline = deadlines.length > 0 ? Math.min(...deadlines) : null
    return { state: deadline !== null && until > deadline ? 'overdue' : 'due', deadline }
  }
}

const hour = 3_600_000

/** Centimetres since the last complete pass, or since the opening if there is none; null if nobody read them. */
export function snowSince(
  { openedAt, readings }: { openedAt: number; readings: readonly Reading[] },
  { lastPass, sectorIds }: { lastPass: number | null; sectorIds: readonly string[] },
): number | null {
  const curve = snowCurves(openedAt, readings)(sectorIds)
  return curve.length < 2 ? null : Math.max(0, fallenSince(curve, lastPass).fallen)
}

function fallenSince(curve: Curve, lastPass: number | null) {
  const before = lastPass === null ? 0 : depthAt(curve, lastPass)
  const total = depthAt(curve, Number.POSITIVE_INFINITY)
  return { before, total, fallen: Math.round((total - before) * 100) / 100 } // 0.3 - 0.1 is less than 0.2
}

/** Since when the site must be served, again after its last complete pass; null while it need not be. */
function dueFrom({ kind, openedAt }: Operation, { triggerDepth, ice }: Requirement, curve: Curve, lastPass: number | null): number | null {
  if (kind === 'ice' && (ice === 'on-call' || ice === 'excluded')) return null
  // Without a threshold or a reading the site is served once: nothing says that enough fell since.
  if (kind !== 'snow' || triggerDepth === null || curve.length < 2) return lastPass === null ? openedAt : null
  const from = lastPass ?? openedAt
  const { before, total, fallen } = fallenSince(curve, lastPass)
  return fallen > 0 && fallen >= triggerDepth ? reachedAt(curve, from, Math.min(before + triggerDepth, total)) : null
}

/** Points in order of time, the first at the opening. Between two of them, snow falls evenly. */
type Curve = readonly { at: number; depth: number }[]

/** The readings of a site's sector replace those of the whole operation. */
function snowCurves(openedAt: number, readings: readonly Reading[]): (sectorIds: readonly string[]) => Curve {
  const bySector = Map.groupBy(
    readings.filter(({ kind }) => kind === 'depth').toSorted((a, b) => a.at - b.at),
    ({ sectorId }) => sectorId,
  )
  const curves = new Map<string | null, Curve>()
  for (const [sectorId, read] of bySector) {
    const points = read.map(({ at, amount }) => ({ at, depth: amount }))
    curves.set(sectorId, [{ at: openedAt, depth: 0 }, ...points])
  }
  return (sectorIds) => curves.get(sectorIds.find((id) => curves.has(id)) ?? null) ?? []
}

function depthAt(curve: Curve, at: number): number {
  const next = curve.findIndex((point) => point.at > at)
  const [a, b] = [curve[next - 1], curve[next]]
  if (!a || !b) return curve.at(next === 0 ? 0 : -1)?.depth ?? 0
  return a.depth + ((b.depth - a.depth) * (at - a.at)) / (b.at - a.at)
}

/** When the curve first reached `depth`, no earlier than `from`. The last point must be that high. */
function reachedAt(curve: Curve, from: number, depth: number): number {
  const next = curve.findIndex((point) => point.at >= from && point.depth >= depth)
  const [a, b] = [curve[next - 1], curve[next]]
  if (!a || !b || b.depth === a.depth) return Math.max(from, b?.at ?? from)
  return Math.max(from, a.at + ((b.at - a.at) * (depth - a.depth)) / (b.depth - a.depth))
}

/** When it stopped snowing: the last reading that grew, once another shows no more snow or the operation is closed. */
function endOfSnow(curve: Curve, closedAt: number | null): number | null {
  const grew = curve.findLastIndex((point, i) => point.depth > (curve[i - 1]?.depth ?? point.depth))
  const isOver = grew > 0 && (closedAt !== null || grew < curve.length - 1)
  return isOver ? (curve[grew]?.at ?? null) : null
}
