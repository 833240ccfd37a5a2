// Long work cut into slices, so that no frame waits for it. The work is a generator that yields often.

/** A frame has 16 ms, and drawing wants most of them. */
const sliceMs = 5

/** True when the work came to its end within the time of one slice. */
export function runSlice(work: Iterator<unknown>): boolean {
  const end = performance.now() + sliceMs
  do {
    if (work.next().done) return true
  } while (performance.now() < end)
  return false
}

/** Somebody waits for it: the slices follow each other, with room for a frame between them. Answers how to give it up. */
export function runSoon(work: Iterator<unknown>, done: () => void): () => void {
  const next = () => {
    if (runSlice(work)) done()
    else timer = setTimeout(next)
  }
  let timer = setTimeout(next)
  return () => clearTimeout(timer)
}

/** Nobody waits for it yet: a slice whenever the browser has nothing else to do. Answers how to give it up. */
export function runWhenIdle(work: Iterator<unknown>): () => void {
  // Safari has no idle callbacks; a pause between slices leaves it the time to answer.
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
