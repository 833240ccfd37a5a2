// On a company's site the page is in a frame made by embed.js, and sends it its height. The server's headers allow
// only the sites listed by the company.

export const isFramed = window.parent !== window

/** The origin of the framing site, once it has greeted us. */
let site: string | null = null

export function tellHeight(root: HTMLElement) {
  if (!isFramed) return
  const tell = () => send({ type: 'bordee:height', height: Math.ceil(root.getBoundingClientRect().height) })
  new ResizeObserver(tell).observe(root)
  addEventListener('message', ({ data, origin, source }: MessageEvent<{ type?: unknown } | null>) => {
    if (source !== window.parent || data?.type !== 'bordee:hello') return
    site = origin
    tell()
  })
}

/** Asks the site to scroll to the start of the new step. */
export const tellStep = () => send({ type: 'bordee:step' })

function send(message: { type: string; height?: number }) {
  if (site) window.parent.postMessage(message, site)
}
