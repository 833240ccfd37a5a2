// Mounts the captcha widgets into the DOM without React or Mantine, so that every page can use them.

/** Ours by default, or Google's if the deployment prefers it. Both give one token for the same header. */
export type CaptchaProvider = { kind: 'altcha'; challengeUrl: string } | { kind: 'recaptcha'; siteKey: string }

export interface CaptchaEvents {
  /** The box was ticked, and the browser works on the solution. */
  checking: () => void
  token: (token: string) => void
  expired: () => void
  failed: () => void
}

export const captchaExpired = 'La vérification a expiré. Veuillez cocher la case de nouveau.'
export const captchaFailed = 'La vérification a échoué. Veuillez réessayer.'

/** Mounts the widget into `place`, unless the page is gone. `address` is the challenge's URL or the site key. */
export const mountCaptcha = (
  kind: CaptchaProvider['kind'],
  place: HTMLElement,
  address: string,
  events: CaptchaEvents,
  signal: AbortSignal,
): Promise<void> => (kind === 'altcha' ? mountAltcha : mountRecaptcha)(place, address, events, signal)

async function mountAltcha(place: HTMLElement, challenge: string, events: CaptchaEvents, signal: AbortSignal) {
  await import('altcha')
  await import('altcha/i18n/fr-ca')
  if (signal.aborted) return
  const widget = document.createElement('altcha-widget') as HTMLElement
  widget.setAttribute('challenge', challenge)
  widget.setAttribute('language', 'fr-ca')
  widget.setAttribute('configuration', JSON.stringify({ hideFooter: true, hideLogo: true }))
  widget.style.cssText = '--altcha-max-width:100%;--altcha-border-radius:12px;--altcha-color-border:var(--bordee-edge, var(--edge))'
  widget.addEventListener('statechange', (event) => {
    const { state, payload } = (event as CustomEvent<{ state: string; payload?: string }>).detail
    if (state === 'verifying') events.checking()
    else if (state === 'verified' && payload) events.token(payload)
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
