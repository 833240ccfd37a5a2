import { runsCompany } from '@bordee/core/roles.ts'
import { routeCalls } from '@bordee/core/routes/routes.calls.ts'
import { sectorCalls } from '@bordee/core/sectors/sectors.calls.ts'
import { count } from '@bordee/core/text.ts'
import { formatInstant, hourIn } from '@bordee/core/time.ts'
import { useCall } from '../calls.ts'
import { useMe } from '../session.tsx'
import { useZone } from '../ui/zone.ts'

/** Whom an alert may go to, as choices whose values are `sector:…`, `group:…`, `route:…` or `run:…`. */
export function useTargets(isActive: boolean) {
  const { company, role } = useMe()
  const zone = useZone()
  const sectors = useCall(sectorCalls.listSectorsForAlerts, isActive ? {} : 'not yet')
  const routes = useCall(routeCalls.listRoutesForAlerts, isActive ? {} : 'not yet')

  // A company with flat sectors has no groupings, and a user limited to some sectors may not cover a whole group.
  const isFlat = company?.sectorMode && company.sectorConfig.sectorType === 'flat'
  const seesGroups = !isFlat && (runsCompany(role) || !company?.alertConfig.isAccessesLimited)
  const groups = seesGroups
    ? [...new Map(sectors.data?.flatMap(({ groupId, groupName }) => (groupId ? [[groupId, groupName ?? ''] as const] : [])))]
    : []
  const runs = routes.data?.flatMap(({ name, activeRuns }) =>
    activeRuns.map(({ id, startedAt }) => ({ id, name: `${name}, partie à ${hourIn(zone, startedAt)}` })),
  )
  const named = [runs, routes.data, sectors.data, groups.map(([id, name]) => ({ id, name }))].flatMap((some) => some ?? [])
  const labelOf = ({ name, contactsCount, notifiedAt }: { name: string; contactsCount: number; notifiedAt: string | null }) =>
    `${name} (${count(contactsCount, 'occupant')}${notifiedAt ? `, avisé le ${formatInstant(notifiedAt, zone)}` : ''})`
  return {
    hasFailed: sectors.isLoadingError || routes.isLoadingError,
    areNone: sectors.data?.length === 0 && routes.data?.length === 0,
    /** A company without sectors but with routes sends by route. */
    usualKind: sectors.data?.length === 0 && (routes.data?.length ?? 0) > 0 ? ('route' as const) : ('sector' as const),
    hasGroups: groups.length > 0,
    /** Undefined until they are read. */
    route: routes.data && [
      ...grouped(
        'Tournées en cours',
        runs?.map(({ id, name }) => ({ value: `run:${id}`, label: name })),
      ),
      ...grouped(
        'Trajets',
        routes.data.map((route) => ({ value: `route:${route.id}`, label: labelOf(route) })),
      ),
    ],
    sector: sectors.data && [
      ...grouped(
        'Regroupements',
        groups.map(([id, name]) => ({ value: `group:${id}`, label: name })),
      ),
      ...grouped(
        'Secteurs',
        sectors.data.map((sector) => ({ value: `sector:${sector.id}`, label: labelOf(sector) })),
      ),
    ],
    nameOf: (target: string | null) => named.find(({ id }) => id === target?.split(':')[1])?.name,
  }
}

/** A group without choices isn't one. */
const grouped = (group: string, items: { value: string; label: string }[] = []) => (items.length ? [{ group, items }] : [])

/** Turns `sector:…` into the call's input. */
export function targetOf(target: string) {
  const [kind, id = ''] = target.split(':')
  if (kind === 'run') return { runId: id }
  if (kind === 'route') return { routeId: id }
  return kind === 'group' ? { sectorGroupId: id } : { sectorId: id }
}
