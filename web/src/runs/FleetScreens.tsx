// The geolocation/* pages other than a route's, in one chunk since users visit several of them. Maps load when first
// drawn.
import { deviceCalls } from '@bordee/core/devices/devices.calls.ts'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { useCan } from '../can.ts'
import { creating, DevicesGrid } from '../devices/DevicesGrid.tsx'
import { TrackerSettings } from '../devices/TrackerSettings.tsx'
import { PageHeader } from '../ui/states.tsx'
import { FleetPresentation } from './FleetPresentation.tsx'
import { FleetTabs } from './FleetTabs.tsx'
import { RunReplay } from './RunReplay.tsx'
import { RunsGrid } from './RunsGrid.tsx'
import { Tracking } from './Tracking.tsx'

// geolocation/run-tracking/:id?: the trucks now, and the selected run.
export function RunTrackingScreen() {
  const { id } = useParams({ from: '/dashboard/geolocation/run-tracking/{-$id}' })
  return (
    <FleetTabs tab="run-tracking">
      <Tracking id={id} />
    </FleetTabs>
  )
}

// geolocation/runs/:id?: the runs of a period, or the replay of one.
export function RunsScreen() {
  const { id } = useParams({ from: '/dashboard/geolocation/runs/{-$id}' })
  return <FleetTabs tab="runs">{id ? <RunReplay key={id} id={id} /> : <RunsGrid />}</FleetTabs>
}

// geolocation/devices/:id?: the trackers (docs/product/devices.md).
export function DevicesScreen() {
  const { id } = useParams({ from: '/dashboard/geolocation/devices/{-$id}' })
  const can = useCan()
  return (
    <FleetTabs
      tab="devices"
      actions={
        can(deviceCalls.createDevice) && (
          <Button
            component={Link}
            to="/dashboard/geolocation/devices/{-$id}"
            params={{ id: creating } as never}
            leftSection={<IconPlus size={16} />}
          >
            Nouvel appareil
          </Button>
        )
      }
    >
      <DevicesGrid id={id} />
    </FleetTabs>
  )
}

// geolocation/opt-in: presents the module to a company that doesn't have it.
export function FleetOptInScreen() {
  return (
    <FleetTabs tab="opt-in">
      <FleetPresentation />
    </FleetTabs>
  )
}

// settings/lightbug: the platform's account at the tracking provider.
export function TrackerSettingsScreen() {
  return (
    <>
      <PageHeader title="Fournisseur de suivi" />
      <TrackerSettings />
    </>
  )
}
