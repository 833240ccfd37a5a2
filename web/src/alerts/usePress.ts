// A press of « Envoyer » carries a key. While its answer is not known the key is kept in the tab: whoever lost the answer, or the page, asks what
// became of it. Asking sends nothing.
import { alertCalls } from '@bordee/core/alerts/alerts.calls.ts'
import type { Input, Output } from '@bordee/core/call.ts'
import { Problem } from '@bordee/core/problem.ts'
import { useSessionStorage } from '@mantine/hooks'
import { useEffect, useEffectEvent, useState } from 'react'
import { ask } from '../api.ts'

export type Order = Input<typeof alertCalls.previewAlert>
type SendOutcome = Output<typeof alertCalls.sendAlert>

interface Press {
  requestKey: string
  order: Order
}

/** Milliseconds between two questions, and how many answers « never heard of it » it takes: the first may have overtaken the press itself. */
const askingGapMs = 2000
const absencesNeeded = 2

/**
 * `state`: `asking` while nobody knows what became of a press, `absent` once it is certain that nothing was sent. The same order pressed again then
 * carries the same key: even if the first one arrived after all, one is sent.
 */
export function usePress(companyId: string | undefined, onFound: (outcome: SendOutcome) => void) {
  const [press, setPress] = useSessionStorage<Press | null>({
    key: `bordee:press:${companyId}`,
    defaultValue: null,
    getInitialValueInEffect: false,
  })
  const [isSending, setSending] = useState(false)
  const [absentKey, setAbsentKey] = useState<string | null>(null)
  const lostKey = press && !isSending && press.requestKey !== absentKey ? press.requestKey : null
  const found = useEffectEvent((outcome: SendOutcome) => {
    setPress(null)
    onFound(outcome)
  })
  useEffect(() => {
    if (lostKey === null) return
    const left = new AbortController()
    void askUntilKnown(lostKey, left.signal).then((outcome) => {
      if (left.signal.aborted) return
      if (outcome) found(outcome)
      else setAbsentKey(lostKey)
    })
    return () => left.abort()
  }, [lostKey])

  /** Sends under a key, which is forgotten as soon as the server has spoken. */
  async function send(order: Order, run: (input: Order & { requestKey: string }) => Promise<unknown>) {
    const isSame = press !== null && JSON.stringify(press.order) === JSON.stringify(order)
    const requestKey = isSame ? press.requestKey : newKey()
    setPress({ requestKey, order })
    setAbsentKey(null)
    setSending(true)
    try {
      await run({ ...order, requestKey })
      setPress(null)
    } catch (error) {
      if (hasSpoken(error)) setPress(null)
    } finally {
      setSending(false)
    }
  }

  const state = lostKey !== null ? ('asking' as const) : press && !isSending ? ('absent' as const) : null
  return { state, send, forget: () => setPress(null) }
}

/** Refused by the server, or never sent: either way it is known. */
export const hasSpoken = (error: unknown): boolean => error instanceof Problem && error.status < 500

/** Null when nothing was sent under the key. */
async function askUntilKnown(requestKey: string, signal: AbortSignal): Promise<SendOutcome | null> {
  for (let absences = 0; !signal.aborted; ) {
    try {
      return await ask(alertCalls.findAlert, { requestKey }, { signal })
    } catch (error) {
      if (error instanceof Problem && error.status === 404 && ++absences === absencesNeeded) return null
    }
    await new Promise((resolve) => setTimeout(resolve, askingGapMs))
  }
  return null
}

/** Where the page is not served securely there is no `randomUUID`. */
const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
