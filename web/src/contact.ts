// Whether the server can be reached, since when it can't, and what its clock says. Every answer tells.

/** Milliseconds that the server's clock is ahead of ours. Our own clock may be hours off. */
let skew = 0
let heardAt = Date.now()
let lostSince: number | null = null
const watchers = new Set<() => void>()
/** While the connection is lost, we look whether it is back: the page may have nothing else to ask. */
const probeMs = 5000
let probe: ReturnType<typeof setInterval> | undefined

/** An answer arrived, whatever it says. */
export function heard(answer?: Response) {
  heardAt = Date.now()
  const date = Date.parse(answer?.headers.get('date') ?? '')
  if (!Number.isNaN(date)) skew = date - heardAt
  setLost(null)
}

/** A call got no answer: what the page shows dates from the last one. */
export const unheard = () => setLost(lostSince ?? heardAt)

function setLost(since: number | null) {
  if (lostSince === since) return
  lostSince = since
  clearInterval(probe)
  if (since !== null) probe = setInterval(() => void fetch('/health', { cache: 'no-store' }).then(heard, () => undefined), probeMs)
  for (const watcher of watchers) watcher()
}

/** How far the server's clock is ahead, in milliseconds, to a second. */
export const serverAhead = () => skew

export function watchContact(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** When the connection was lost, by our clock; null while it holds. */
export const connectionLostSince = () => lostSince

if (typeof addEventListener === 'function') addEventListener('offline', unheard)
