import { useDebouncedCallback } from '@mantine/hooks'
import { startTransition, useState } from 'react'

/**
 * What is typed shows at once, and is told when the typing pauses: a key draws its own field again, and not the grid. The grid then draws
 * itself as a transition, in slices that the next key interrupts.
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
