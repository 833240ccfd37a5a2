import { Problem } from '@bordee/core/problem.ts'
import { type ReactNode, useState } from 'react'
import { useConfig } from '../config.ts'
import { lazyComponent } from '../ui/lazyComponent.tsx'

const Captcha = lazyComponent(
  async () => (await import('../ui/Captcha.tsx')).Captcha,
  () => <div style={{ minHeight: 66 }} />,
)

const notTicked = 'Veuillez cocher cette case'

/** The captcha box, its solution once ticked, and the check before submitting. */
export function useCaptcha(problem: unknown): { box: ReactNode; token: string | undefined; requireTick(): boolean; renew(): void } {
  const config = useConfig()
  const [token, setToken] = useState<string>()
  const [asked, setAsked] = useState(false)
  const [round, setRound] = useState(0)
  const refused = problem instanceof Problem ? problem.body.formErrors?.captcha?.token : undefined
  const error = token ? undefined : asked ? notTicked : refused
  const provider =
    config?.provider.captcha === 'recaptcha'
      ? { kind: 'recaptcha' as const, siteKey: config.captchaSiteKey ?? '' }
      : { kind: 'altcha' as const, challengeUrl: '/api/captcha/challenge' }
  return {
    token,
    box: config && (
      <Captcha
        key={round}
        provider={provider}
        onToken={setToken}
        onExpired={() => setToken(undefined)}
        onFailed={() => setToken(undefined)}
        {...(error && { error })}
      />
    ),
    requireTick() {
      setAsked(!token)
      return token !== undefined
    },
    // A solution works once: every attempt needs a new one.
    renew() {
      setToken(undefined)
      setAsked(false)
      setRound((count) => count + 1)
    },
  }
}
