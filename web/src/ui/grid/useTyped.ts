import { useDebouncedCallback } from '@mantine/hooks'
import { startTransition, useState } from 'react'

/**
 * Shows typed text at once, and passes it on when the typing pauses, so that a key press renders only its own field.
 * The grid then renders in a transition, which the next key press can interrupt.
 */
export function useTyped(told: string, tell: (text: string) => void): [text: string, type: (text: string) => void] {
  const [typed, setTyped] = useState<string>()
  const settle = useDebouncedCallback(
    (text: string) =>
      startTransition(() => {
        setTyped(undefined)
        tell(text)
      }),
    { delay: 120, flushOnUnmount: true },
  )
  const type = (text: string) => {
    setTyped(text)
    settle(text)
  }
  return [typed ?? told, type]
}
