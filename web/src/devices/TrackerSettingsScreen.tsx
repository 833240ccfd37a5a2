import { PageHeader } from '../ui/states.tsx'
import { TrackerSettings } from './TrackerSettings.tsx'

// settings/lightbug: the platform's account at the tracking provider.
export function TrackerSettingsScreen() {
  return (
    <>
      <PageHeader title="Fournisseur de suivi" />
      <TrackerSettings />
    </>
  )
}
