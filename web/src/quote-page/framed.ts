// On a company's own site the page stands in a frame that embed.js made, and tells it how high it is. Only sites that the company lists get so far: the
// server's headers see to it.

export const isFramed = window.parent !== window

/** Where the site that frames us comes from, once it has greeted. */
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

/** The site shows the beginning of what is now to be filled in. */
export const tellStep = () => send({ type: 'bordee:step' })

function send(message: { type: string; height?: number }) {
  if (site) window.parent.postMessage(message, site)
}
