import type { RefObject } from 'react'
import { useEarlyKeys } from '../ui/useEarlyKeys.ts'

/** Until the palette is loaded, keeps what is typed for it. */
export function PaletteToCome({ typed }: { typed: RefObject<string> }) {
  useEarlyKeys(true, (change) => {
    typed.current = change(typed.current)
  })
  return null
}
