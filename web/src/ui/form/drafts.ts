// What a tab would lose if it closed: forms with unsaved changes.
import { useEffect } from 'react'

const drafts = new Set<object>()
const watchers = new Set<() => void>()

export const hasDraft = (): boolean => drafts.size > 0

/** Called when the last one is saved or dropped. */
export function onDraftsGone(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** For a form on screen. */
export function useDraftMark(isDirty: boolean) {
  useEffect(() => {
    if (!isDirty) return
    const mark = {}
    drafts.add(mark)
    return () => {
      drafts.delete(mark)
      if (!hasDraft()) for (const watcher of watchers) watcher()
    }
  }, [isDirty])
}
