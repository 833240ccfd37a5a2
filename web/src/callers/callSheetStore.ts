// Opens the call sheet from anywhere in the office.
import { dispatches } from '@bordee/core/roles.ts'
import { useSyncExternalStore } from 'react'
import { useMe } from '../session.tsx'
import { keepKeys } from '../ui/earlyKeys.ts'

/** Neither browsers nor screen readers use it, and it works while the user types. */
export const callKey = 'F8'

let asked = 0
const watchers = new Set<() => void>()

export function openCallSheet() {
  keepKeys()
  asked++
  for (const tell of watchers) tell()
}

function watch(watcher: () => void) {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** How often it was asked for: each time opens it again. */
export const useCallSheetAsked = (): number => useSyncExternalStore(watch, () => asked)

/** By role, like the call itself, whose schemas every first page would load. */
export const useAnswersCalls = (): boolean => dispatches(useMe().role)
