// Runs long work in slices, so that it never blocks a frame. The work is a generator that yields often.

/** A frame has 16 ms, and rendering needs most of them. */
const sliceMs = 5

/** Runs one slice. True when the work is finished. */
export function runSlice(work: Iterator<unknown>): boolean {
  const end = performance.now() + sliceMs
  do {
    if (work.next().done) return true
  } while (performance.now() < end)
  return false
}

/**
 * For work that someone waits for: runs slices back to back, with room for a frame in between. Returns a function
 * that cancels it.
 */
export function runSoon(work: Iterator<unknown>, done: () => void): () => void {
  const next = () => {
    if (runSlice(work)) done()
    else timer = setTimeout(next)
  }
  let timer = setTimeout(next)
  return () => clearTimeout(timer)
}

/** For work that nobody waits for yet: runs a slice whenever the browser is idle. Returns how to cancel it. */
export function runWhenIdle(work: Iterator<unknown>): () => void {
  // Safari has no idle callbacks; a pause between slices lets it respond.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setInterval(() => runSlice(work) && clearInterval(timer), 50)
    return () => clearInterval(timer)
  }
  const next = () => {
    if (!runSlice(work)) handle = requestIdleCallback(next)
  }
  let handle = requestIdleCallback(next)
  return () => cancelIdleCallback(handle)
}
