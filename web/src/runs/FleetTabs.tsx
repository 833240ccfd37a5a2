import type { CallRow } from '@bordee/core/call.ts'
import { deviceCalls } from '@bordee/core/devices/devices.calls.ts'
import { routeCalls } from '@bordee/core/routes/routes.calls.ts'
import { runCalls } from '@bordee/core/runs/runs.calls.ts'
import type { ReactNode } from 'react'
import { useCan } from '../can.ts'
import { isModuleActive, useMe } from '../session.tsx'
import { GoTo } from '../shells/GoTo.tsx'
import { SectionTabs } from '../shells/SectionTabs.tsx'
import { PageHeader } from '../ui/states.tsx'

interface Tab {
  path: string
  label: string
  /** The tab's main call: the tab shows to those who may make it, and only while the call's module is on. */
  row?: CallRow
}

/** Without the module: only its presentation, and the routes, because alerts use them (docs/product/routes.md). */
const all = {
  routes: { path: '/dashboard/geolocation/routes', label: 'Trajets', row: routeCalls.createRoute },
  'run-tracking': { path: '/dashboard/geolocation/run-tracking', label: 'Suivi', row: runCalls.followLocations },
  runs: { path: '/dashboard/geolocation/runs', label: 'Historique', row: runCalls.listRuns },
  devices: { path: '/dashboard/geolocation/devices', label: 'Appareils', row: deviceCalls.listDevices },
  'opt-in': { path: '/dashboard/geolocation/opt-in', label: 'Présentation' },
} satisfies Record<string, Tab>
type FleetTab = keyof typeof all

/** geolocation/*: a hidden tab redirects to the presentation, or to the routes. */
export function FleetTabs({ tab, actions, children }: { tab: FleetTab; actions?: ReactNode; children: ReactNode }) {
  const { company } = useMe()
  const can = useCan()
  const isActive = isModuleActive(company, 'geolocation')
  const shown = Object.values<Tab>(all).filter((one) => (one.row ? can(one.row) : !isActive))
  if (!shown.includes(all[tab])) return <GoTo path={all[isActive ? 'routes' : 'opt-in'].path} />
  return (
    <>
      <PageHeader title="Flotte" actions={actions} />
      <SectionTabs tabs={shown}>{children}</SectionTabs>
    </>
  )
}
