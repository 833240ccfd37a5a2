import { isModuleActive, useMe } from '../session.tsx'
import { GoTo } from '../shells/GoTo.tsx'

// geolocation, and unknown paths under it: the routes, or the presentation of the module that the company doesn't have.
export function FleetStartScreen() {
  const { company } = useMe()
  return <GoTo path={`/dashboard/geolocation/${isModuleActive(company, 'geolocation') ? 'routes' : 'opt-in'}`} />
}
