// Each press of « Envoyer » has a key, kept in the tab until the answer is known. If the answer or the page is lost,
// we ask the server what became of that key. Asking sends nothing.
import { alertCalls } from '@bordee/core/alerts/alerts.calls.ts'
import type { Input, Output } from '@bordee/core/call.ts'
import { Problem } from '@bordee/core/problem.ts'
import { useSessionStorage } from '@mantine/hooks'
import { useEffect, useEffectEvent, useState } from 'react'
import { ask } from '../api.ts'
import { newKey } from '../ui/useRequestKey.ts'

export type Order = Input<typeof alertCalls.previewAlert>
type SendOutcome = Output<typeof alertCalls.sendAlert>

interface Press {
  requestKey: string
  order: Order
}

/**
 * The pause between two checks, and how many « unknown key » answers prove that nothing was sent: the first check may
 * have overtaken the press itself.
 */
const askingGapMs = 2000
const absencesNeeded = 2

/**
 * `state` is `asking` while a press's outcome is unknown, `absent` once we know nothing was sent. Pressing the same
 * order again then reuses the key, so only one alert goes out even if the first press arrives late.
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

  /** Sends under a key; drops the key as soon as the server has answered. */
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
      if (isOutcomeKnown(error)) setPress(null)
    } finally {
      setSending(false)
    }
  }

  const state = lostKey !== null ? ('asking' as const) : press && !isSending ? ('absent' as const) : null
  return { state, send, forget: () => setPress(null) }
}

/** The server refused it, or it was never sent: either way the outcome is known. */
export const isOutcomeKnown = (error: unknown): boolean => error instanceof Problem && error.status < 500

/** Resolves to null when nothing was sent under the key. */
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

/** `crypto.randomUUID` is missing on pages not served over HTTPS. */
