import { onboardingCalls } from '@bordee/core/onboarding/onboarding.calls.ts'
import { useAction, useCall } from '../calls.ts'

/** In milliseconds. Its trucks drive only while a tab shows it. */
const stepMs = 2000

/** Each reading makes the trucks report where they are by now. The banner and the page share one. */
export const useTrialNight = () => useCall(onboardingCalls.driveTrialNight, {}, { refetchInterval: () => stepMs })

/** A full reload: nothing of the trial night stays in memory. */
export function useEndTrialNight() {
  return useAction(onboardingCalls.endTrialNight, {
    failed: 'Impossible de terminer la nuit d’essai.',
    after: () => location.assign('/dashboard'),
  })
}
