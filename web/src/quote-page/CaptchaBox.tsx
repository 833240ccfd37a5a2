import { useEffect, useRef, useState } from 'react'
import { readConfig } from '../config.ts'
import type { CaptchaCheck } from '../ui/CaptchaCheck.ts'
import { captchaExpired, captchaFailed, mountCaptcha } from '../ui/captchaWidgets.ts'
import { Retry } from './Unbroken.tsx'

interface Props {
  /** Learns the solution. */
  check: CaptchaCheck
  onSolved: () => void
  /** « Veuillez cocher cette case », or the server's message about the solution. */
  error: string | undefined
}

/** Shown when the box can't be loaded or used. */
const told = { absent: 'La vérification n’a pas pu être chargée.', failed: captchaFailed, expired: captchaExpired }

/** The captcha. A solution works once: change the key to mount a new box. */
export function CaptchaBox({ check, onSolved, error }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const [trouble, setTrouble] = useState<keyof typeof told | null>(null)
  const latest = useRef(onSolved)
  latest.current = onSolved

  useEffect(() => {
    const element = place.current
    if (!element) return
    const gone = new AbortController()
    const lost = (why: keyof typeof told) => () => {
      if (gone.signal.aborted) return
      setTrouble(why)
      check.end(null)
    }
    const token = (solution: string) => {
      setTrouble(null)
      check.end(solution)
      latest.current()
    }
    const mount = async () => {
      const { provider, captchaSiteKey } = await readConfig()
      const address = provider.captcha === 'recaptcha' ? (captchaSiteKey ?? '') : '/api/captcha/challenge'
      if (gone.signal.aborted) return
      const events = { checking: () => check.begin(), token, expired: lost('expired'), failed: lost('failed') }
      await mountCaptcha(provider.captcha, element, address, events, gone.signal)
    }
    mount().catch(lost('absent'))
    return () => {
      gone.abort()
      check.end(null)
      element.replaceChildren()
    }
  }, [check])

  const said = trouble ? told[trouble] : error
  return (
    <div className="field">
      <div ref={place} className="captcha" hidden={trouble === 'absent'} />
      {trouble === 'absent' ? (
        <Retry told={told.absent} />
      ) : (
        said && (
          <p className="error" role="alert">
            {said}
          </p>
        )
      )}
    </div>
  )
}
