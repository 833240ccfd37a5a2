import { useEffect, useRef, useState } from 'react'
import { useConfig } from '../config.ts'
import { captchaFailed, mountCaptcha } from '../ui/captchaWidgets.ts'

interface Props {
  onToken: (token: string | null) => void
  /** « Veuillez cocher cette case », or what the server says of the solution. */
  error: string | undefined
}

/** The box to tick. A solution is good once: for another one it is mounted anew, by its key. */
export function CaptchaBox({ onToken, error }: Props) {
  const config = useConfig()
  const place = useRef<HTMLDivElement>(null)
  const [trouble, setTrouble] = useState(false)
  const latest = useRef(onToken)
  latest.current = onToken
  const kind = config?.provider.captcha
  const address = kind === 'recaptcha' ? (config?.captchaSiteKey ?? '') : '/api/captcha/challenge'

  useEffect(() => {
    const element = place.current
    if (!element || !kind) return
    const failed = () => {
      setTrouble(true)
      latest.current(null)
    }
    const token = (solution: string) => {
      setTrouble(false)
      latest.current(solution)
    }
    const gone = new AbortController()
    mountCaptcha(kind, element, address, { token, expired: () => latest.current(null), failed }, gone.signal).catch(failed)
    return () => {
      gone.abort()
      element.replaceChildren()
    }
  }, [kind, address])

  return (
    <div className="field">
      <div ref={place} className="captcha" />
      {(trouble || error) && (
        <p className="error" role="alert">
          {trouble ? captchaFailed : error}
        </p>
      )}
    </div>
  )
}
