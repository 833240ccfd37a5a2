import { Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'

/** Ours by default; Google's when the company that runs Bordée prefers it. Both give one token for the same header. */
export type CaptchaProvider = { kind: 'altcha'; challengeUrl: string } | { kind: 'recaptcha'; siteKey: string }

export interface CaptchaProps {
  provider: CaptchaProvider
  onToken: (token: string) => void
  /** The token aged: it must be ticked again. */
  onExpired: () => void
  onFailed?: () => void
  /** « Veuillez cocher cette case », when the form was sent without. */
  error?: string
}

const failed = 'La vérification a échoué. Veuillez réessayer.'

export function Captcha({ provider, onToken, onExpired, onFailed, error }: CaptchaProps) {
  const place = useRef<HTMLDivElement>(null)
  const [trouble, setTrouble] = useState(false)
  // The widget is mounted once; it always speaks to the latest callbacks.
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
    const mount = provider.kind === 'altcha' ? mountAltcha : mountRecaptcha
    mount(element, address, events, gone.signal).catch(events.failed)
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
          {trouble ? failed : error}
        </Text>
      )}
    </div>
  )
}

interface CaptchaEvents {
  token: (token: string) => void
  expired: () => void
  failed: () => void
}

async function mountAltcha(place: HTMLElement, challenge: string, events: CaptchaEvents, signal: AbortSignal) {
  await import('altcha')
  await import('altcha/i18n/fr-ca')
  if (signal.aborted) return
  const widget = document.createElement('altcha-widget') as HTMLElement
  widget.setAttribute('challenge', challenge)
  widget.setAttribute('language', 'fr-ca')
  widget.setAttribute('configuration', JSON.stringify({ hideFooter: true, hideLogo: true }))
  widget.style.cssText = '--altcha-max-width:100%;--altcha-border-radius:12px;--altcha-color-border:#c9d5d4'
  widget.addEventListener('statechange', (event) => {
    const { state, payload } = (event as CustomEvent<{ state: string; payload?: string }>).detail
    if (state === 'verified' && payload) events.token(payload)
    else if (state === 'expired') events.expired()
    else if (state === 'error') events.failed()
  })
  place.replaceChildren(widget)
}

interface Recaptcha {
  ready: (run: () => void) => void
  render: (place: HTMLElement, options: Record<string, unknown>) => number
}

async function mountRecaptcha(place: HTMLElement, sitekey: string, events: CaptchaEvents, signal: AbortSignal) {
  const script = document.createElement('script')
  script.src = 'https://www.google.com/recaptcha/api.js?render=explicit&hl=fr-CA'
  await new Promise((resolve, reject) => {
    script.onload = resolve
    script.onerror = reject
    document.head.append(script)
  })
  if (signal.aborted) return
  const { grecaptcha } = window as Window & { grecaptcha?: Recaptcha }
  grecaptcha?.ready(() => {
    const box = document.createElement('div')
    place.replaceChildren(box)
    grecaptcha.render(box, { sitekey, callback: events.token, 'expired-callback': events.expired, 'error-callback': events.failed })
  })
}
