import { useParams } from '@tanstack/react-router'
import { FleetTabs } from './FleetTabs.tsx'
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
