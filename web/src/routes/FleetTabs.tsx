import { isPlatform } from '@bordee/core/roles.ts'
import type { ReactNode } from 'react'
import { isModuleActive, useMe } from '../session.tsx'
import { GoTo } from '../shells/GoTo.tsx'
import { SectionTabs } from '../shells/SectionTabs.tsx'
import { PageHeader } from '../ui/states.tsx'

const all = {
  routes: { path: '/dashboard/geolocation/routes', label: 'Trajets' },
  'run-tracking': { path: '/dashboard/geolocation/run-tracking', label: 'Suivi' },
  runs: { path: '/dashboard/geolocation/runs', label: 'Historique' },
  devices: { path: '/dashboard/geolocation/devices', label: 'Appareils' },
  'opt-in': { path: '/dashboard/geolocation/opt-in', label: 'Présentation' },
}
export type FleetTab = keyof typeof all

/** Which tabs there are: without the module only the routes, which feed alerts, and its presentation (docs/product/routes.md). */
function fleetTabs(isActive: boolean, isStaff: boolean): FleetTab[] {
  if (!isActive) return ['routes', 'opt-in']
  return isStaff ? ['routes', 'run-tracking', 'runs', 'devices'] : ['routes', 'run-tracking', 'runs']
}

/** geolocation/*: a tab that is not there leads to the presentation, or to the routes. */
export function FleetTabs({ tab, actions, children }: { tab: FleetTab; actions?: ReactNode; children: ReactNode }) {
  const { company, role } = useMe()
  const isActive = isModuleActive(company, 'geolocation')
  const shown = fleetTabs(isActive, isPlatform(role))
  if (!shown.includes(tab)) return <GoTo path={all[isActive ? 'routes' : 'opt-in'].path} />
  return (
    <>
      <PageHeader title="Flotte" actions={actions} />
      <SectionTabs tabs={shown.map((one) => all[one])}>{children}</SectionTabs>
    </>
  )
}
