import type { CallRow, Input } from '@bordee/core/call.ts'
import { onboardingCalls } from '@bordee/core/onboarding/onboarding.calls.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../api.ts'
import { useCall } from '../calls.ts'
import { serverAhead } from '../contact.ts'
import { confirm } from '../ui/dialogs.tsx'
import { notifyFailure } from '../ui/notify.ts'
import { summaryOf } from './trialWords.ts'

/** In milliseconds. Its trucks drive only while a tab shows it. */
const stepMs = 2000

/** Each reading makes the trucks report where they are by now. The banner and the page share one. */
export const useTrialNight = () => useCall(onboardingCalls.driveTrialNight, {}, { refetchInterval: () => stepMs })

export const useStartTrialNight = () =>
  useMove(onboardingCalls.startTrialNight, { to: '/dashboard/trial-night', failed: 'Impossible de commencer la nuit d’essai.' })

/** Sums the night up, then erases it. */
export function useEndTrialNight() {
  const { data: night } = useTrialNight()
  const { isPending, move } = useMove(onboardingCalls.endTrialNight, {
    to: '/dashboard',
    failed: 'Impossible de terminer la nuit d’essai.',
  })
  async function end() {
    const sure = await confirm({
      title: 'Terminer la nuit d’essai?',
      message: [night && summaryOf(night, Date.now() + serverAhead()), 'Rien n’a été envoyé, et tout sera effacé.']
        .filter(Boolean)
        .join(' '),
      confirm: 'Terminer et effacer',
    })
    if (sure) move({})
  }
  return { isPending, end: () => void end() }
}

/**
 * A call that moves the user to another company, then a full reload: nothing of the first one stays in memory. Nothing is
 * read in between, or this tab would say that another one had moved.
 */
function useMove<C extends CallRow>(row: C, { to, failed }: { to: string; failed: string }) {
  const client = useQueryClient()
  const [isPending, setPending] = useState(false)
  async function move(input: Input<C>) {
    setPending(true)
    try {
      await client.cancelQueries()
      await ask<CallRow>(row, input as Input<CallRow>)
      location.assign(to)
    } catch (error) {
      setPending(false)
      notifyFailure(error, failed)
    }
  }
  return { isPending, move: (input: Input<C>) => void move(input) }
}
