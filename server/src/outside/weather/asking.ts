import * as z from 'zod'
import { WeatherUnavailable } from './weather.ts'

/** A failing provider isn't asked again for a while: thousands of companies would each wait for it. */
const failuresBeforePause = 3
const pauseMs = 5 * 60_000

/** Asks one provider. The key travels in the query, so an address is never logged or thrown. */
export function asker(patienceMs = 8000, clock: () => number = Date.now) {
  let failures = 0
  let pausedUntil = 0
  return async function ask<T>(url: URL, shape: z.ZodType<T>): Promise<T> {
    if (clock() < pausedUntil) throw new WeatherUnavailable(`${url.host} failed ${failures} times in a row: not asked for now`)
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(patienceMs), headers: { accept: 'application/json' } })
      if (!answer.ok) throw new WeatherUnavailable(`${url.host} answered ${answer.status}`)
      const found = shape.parse(await answer.json())
      failures = 0
      return found
    } catch (error) {
      failures++
      if (failures >= failuresBeforePause) pausedUntil = clock() + pauseMs
      if (error instanceof WeatherUnavailable) throw error
      const isNonsense = error instanceof z.ZodError || error instanceof SyntaxError
      const isSlow = error instanceof DOMException && error.name === 'TimeoutError'
      throw new WeatherUnavailable(`${url.host} ${isNonsense ? 'answered something else' : isSlow ? 'took too long' : 'did not answer'}`)
    }
  }
}
