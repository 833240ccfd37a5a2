import { useEffect, useRef, useState } from 'react'
import { readConfig } from '../config.ts'
import { captchaExpired, captchaFailed, mountCaptcha } from '../ui/captchaWidgets.ts'
import { Retry } from './Unbroken.tsx'

interface Props {
  onToken: (token: string | null) => void
  /** « Veuillez cocher cette case », or the server's message about the solution. */
  error: string | undefined
}

/** Shown when the box can't be loaded or used. */
const told = { absent: 'La vérification n’a pas pu être chargée.', failed: captchaFailed, expired: captchaExpired }

/** The captcha. A solution works once: change the key to mount a new box. */
export function CaptchaBox({ onToken, error }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const [trouble, setTrouble] = useState<keyof typeof told | null>(null)
  const latest = useRef(onToken)
  latest.current = onToken

  useEffect(() => {
    const element = place.current
    if (!element) return
    const gone = new AbortController()
    const lost = (why: keyof typeof told) => () => {
      if (gone.signal.aborted) return
      setTrouble(why)
      latest.current(null)
    }
    const token = (solution: string) => {
      setTrouble(null)
      latest.current(solution)
    }
    const mount = async () => {
      const { provider, captchaSiteKey } = await readConfig()
      const address = provider.captcha === 'recaptcha' ? (captchaSiteKey ?? '') : '/api/captcha/challenge'
      if (gone.signal.aborted) return
      await mountCaptcha(provider.captcha, element, address, { token, expired: lost('expired'), failed: lost('failed') }, gone.signal)
    }
    mount().catch(lost('absent'))
    return () => {
      gone.abort()
      element.replaceChildren()
    }
  }, [])

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
