import { useMe } from '../session.tsx'
import { TrialInvitation } from './TrialInvitation.tsx'
import { TrialLive } from './TrialLive.tsx'

// trial-night: the invitation, then the night itself.
export function TrialNightScreen() {
  const { company } = useMe()
  return company?.isTrial ? <TrialLive companyId={company.id} /> : <TrialInvitation />
}
