import { useRef } from 'react'

/** Of a request that the server does once however often it is sent. */
export const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The same order has the same key until it is known to be done: pressed again after a lost answer, it is done once. */
export function useRequestKey() {
  const last = useRef({ of: '', key: '' })
  return {
    keyOf(order: unknown): string {
      const of = JSON.stringify(order)
      if (last.current.of !== of) last.current = { of, key: newKey() }
      return last.current.key
    },
    done() {
      last.current = { of: '', key: '' }
    },
  }
}
