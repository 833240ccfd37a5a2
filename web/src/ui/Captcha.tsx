import { Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { CaptchaCheck } from './CaptchaCheck.ts'
import { type CaptchaEvents, type CaptchaProvider, captchaFailed, mountCaptcha } from './captchaWidgets.ts'

export interface CaptchaProps {
  provider: CaptchaProvider
  /** Learns the solution. */
  check: CaptchaCheck
  onSolved: () => void
  /** « Veuillez cocher cette case », when the form was sent without it. */
  error?: string
}

export function Captcha({ provider, check, onSolved, error }: CaptchaProps) {
  const place = useRef<HTMLDivElement>(null)
  const [trouble, setTrouble] = useState(false)
  // The widget is mounted once, but always calls the latest callback.
  const latest = useRef(onSolved)
  latest.current = onSolved
  const address = provider.kind === 'altcha' ? provider.challengeUrl : provider.siteKey

  useEffect(() => {
    const element = place.current
    if (!element) return
    const events: CaptchaEvents = {
      checking: () => check.begin(),
      token: (token) => {
        setTrouble(false)
        check.end(token)
        latest.current()
      },
      expired: () => check.end(null),
      failed: () => {
        setTrouble(true)
        check.end(null)
      },
    }
    const gone = new AbortController()
    mountCaptcha(provider.kind, element, address, events, gone.signal).catch(events.failed)
    return () => {
      gone.abort()
      check.end(null)
      element.replaceChildren()
    }
  }, [provider.kind, address, check])

  return (
    <div>
      <div ref={place} style={{ minHeight: 66 }} />
      {(trouble || error) && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" mt={6}>
          {trouble ? captchaFailed : error}
        </Text>
      )}
    </div>
  )
}
