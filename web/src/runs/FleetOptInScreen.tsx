import { FleetPresentation } from './FleetPresentation.tsx'
import { FleetTabs } from './FleetTabs.tsx'

// geolocation/opt-in: presents the module to a company that doesn't have it.
export function FleetOptInScreen() {
  return (
    <FleetTabs tab="opt-in">
      <FleetPresentation />
    </FleetTabs>
  )
}
