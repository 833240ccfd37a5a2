// What the driver drives comes before what others do.
import type { Run } from '@bordee/core/runs/run.ts'
import type { RouteOption } from './shown.ts'

/** The route that the driver drove last, the others that they drove, and those of others by name. */
export const ownRoutesFirst = (routes: readonly RouteOption[]): RouteOption[] =>
  routes.toSorted((a, b) => (b.lastDrivenAt ?? '').localeCompare(a.lastDrivenAt ?? ''))

/** The run that the driver is in, then those of their routes. */
export function ownRunsFirst<R extends Pick<Run, 'routeId' | 'userDurations'>>(
  runs: readonly R[],
  routes: readonly RouteOption[],
  accountId: string | undefined,
): R[] {
  const drivenAt = new Map(routes.map(({ id, lastDrivenAt }) => [id, lastDrivenAt ?? '']))
  const isIn = ({ userDurations }: R) => userDurations.some(({ userId }) => userId === accountId)
  const rank = (run: R) => `${isIn(run) ? 1 : 0}${drivenAt.get(run.routeId ?? '') ?? ''}`
  return runs.toSorted((a, b) => rank(b).localeCompare(rank(a)))
}
