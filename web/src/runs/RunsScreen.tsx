import { useParams } from '@tanstack/react-router'
import { FleetTabs } from './FleetTabs.tsx'
import { RunReplay } from './RunReplay.tsx'
import { RunsGrid } from './RunsGrid.tsx'

// geolocation/runs/:id?: the runs of a period, or the replay of one.
export function RunsScreen() {
  const { id } = useParams({ from: '/dashboard/geolocation/runs/{-$id}' })
  return <FleetTabs tab="runs">{id ? <RunReplay key={id} id={id} /> : <RunsGrid />}</FleetTabs>
}
