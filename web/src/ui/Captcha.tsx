import { Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { type CaptchaEvents, type CaptchaProvider, captchaFailed, mountCaptcha } from './captchaWidgets.ts'

export interface CaptchaProps {
  provider: CaptchaProvider
  onToken: (token: string) => void
  /** The token has expired: the box must be ticked again. */
  onExpired: () => void
  onFailed?: () => void
  /** « Veuillez cocher cette case », when the form was sent without it. */
  error?: string
}

export function Captcha({ provider, onToken, onExpired, onFailed, error }: CaptchaProps) {
  const place = useRef<HTMLDivElement>(null)
  const [trouble, setTrouble] = useState(false)
  // The widget is mounted once, but always calls the latest callbacks.
  const latest = useRef({ onToken, onExpired, onFailed })
  latest.current = { onToken, onExpired, onFailed }
  const address = provider.kind === 'altcha' ? provider.challengeUrl : provider.siteKey

  useEffect(() => {
    const element = place.current
    if (!element) return
    const events: CaptchaEvents = {
      token: (token) => {
        setTrouble(false)
        latest.current.onToken(token)
      },
      expired: () => latest.current.onExpired(),
      failed: () => {
        setTrouble(true)
        latest.current.onFailed?.()
      },
    }
    const gone = new AbortController()
    mountCaptcha(provider.kind, element, address, events, gone.signal).catch(events.failed)
    return () => {
      gone.abort()
      element.replaceChildren()
    }
  }, [provider.kind, address])

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
