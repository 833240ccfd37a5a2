import { Problem } from '@bordee/core/problem.ts'
import { type ReactNode, useState } from 'react'
import { useConfig } from '../config.ts'
import { CaptchaCheck } from '../ui/CaptchaCheck.ts'
import { lazyComponent } from '../ui/lazyComponent.tsx'

const Captcha = lazyComponent(
  async () => (await import('../ui/Captcha.tsx')).Captcha,
  () => <div style={{ minHeight: 66 }} />,
)

const notTicked = 'Veuillez cocher cette case.'

/** The captcha box, and its solution; without one, the box asks to be ticked. */
export function useCaptcha(problem: unknown): { box: ReactNode; solution(): Promise<string | null>; renew(): void } {
  const config = useConfig()
  const [check] = useState(() => new CaptchaCheck())
  const [isSolved, setSolved] = useState(false)
  const [asked, setAsked] = useState(false)
  const [round, setRound] = useState(0)
  const refused = problem instanceof Problem ? problem.body.formErrors?.captcha?.token : undefined
  const error = isSolved ? undefined : asked ? notTicked : refused
  const provider =
    config?.provider.captcha === 'recaptcha'
      ? { kind: 'recaptcha' as const, siteKey: config.captchaSiteKey ?? '' }
      : { kind: 'altcha' as const, challengeUrl: '/api/captcha/challenge' }
  return {
    box: config && <Captcha key={round} provider={provider} check={check} onSolved={() => setSolved(true)} {...(error && { error })} />,
    async solution() {
      const solution = await check.solution()
      setSolved(solution !== null)
      setAsked(solution === null)
      return solution
    },
    // A solution works once: every attempt needs a new one.
    renew() {
      check.end(null)
      setSolved(false)
      setAsked(false)
      setRound((count) => count + 1)
    },
  }
}
