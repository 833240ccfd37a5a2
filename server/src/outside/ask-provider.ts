import { Problem } from '@bordee/core/problem.ts'
import * as z from 'zod'

const patienceMs = 3000

/**
 * A provider's answer; undefined for a 404. Logs the cause of a failure for us; the user reads what to do instead.
 * The key travels in the headers or the query, which are never logged.
 */
export async function askProvider<T>(url: URL, shape: z.ZodType<T>, init: RequestInit = {}): Promise<T | undefined> {
  try {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(patienceMs) })
    if (answer.status === 404) return undefined
    if (!answer.ok) throw new Error(`answered ${answer.status}`)
    return shape.parse(await answer.json())
  } catch (error) {
    const why = error instanceof z.ZodError ? 'answered something else' : error instanceof Error ? error.message : ''
    console.error(`Adresses : ${url.host} ${why}`)
    throw new Problem(503, 'La recherche d’adresses ne répond pas. Réessayez dans un instant, ou placez le point sur la carte.')
  }
}
