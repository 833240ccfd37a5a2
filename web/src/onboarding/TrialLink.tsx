import { onboardingCalls } from '@bordee/core/onboarding/onboarding.calls.ts'
import { useCan } from '../can.ts'
import { LinkButton } from '../ui/LinkButton.tsx'

/** Leads to the trial night, for those who may play one. */
export function TrialLink() {
  const can = useCan()
  return (
    can(onboardingCalls.startTrialNight) && (
      <LinkButton to="/dashboard/trial-night" variant="default">
        Faire une nuit d’essai
      </LinkButton>
    )
  )
}
