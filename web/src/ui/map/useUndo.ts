import { useCallback, useEffect, useRef, useState } from 'react'

/** Undo and redo, absent while there is nothing to take back or repeat. */
export interface Undo {
  undo: (() => void) | undefined
  redo: (() => void) | undefined
}

interface Steps<T> {
  past: T[]
  future: T[]
}

const longest = 100

/** Remembers the states of a drawing: call `record` before each change. `write` shows an earlier or later state. */
export function useUndo<T>(now: () => T, write: (state: T) => void): Undo & { record: () => void; forget: () => void } {
  const [{ past, future }, setSteps] = useState<Steps<T>>({ past: [], future: [] })
  const latest = useRef(now)
  latest.current = now
  const record = useCallback(() => {
    const state = latest.current()
    setSteps((steps) => ({ past: [...steps.past, state].slice(-longest), future: [] }))
  }, [])
  const forget = useCallback(() => setSteps({ past: [], future: [] }), [])
  const [before, after] = [past.at(-1), future.at(-1)]

  const undo = () => {
    setSteps({ past: past.slice(0, -1), future: [...future, now()] })
    write(before as T)
  }
  const redo = () => {
    setSteps({ past: [...past, now()], future: future.slice(0, -1) })
    write(after as T)
  }
  return { undo: past.length ? undo : undefined, redo: future.length ? redo : undefined, record, forget }
}

/** Ctrl+Z and Ctrl+Shift+Z (or Ctrl+Y), except in a text field, which has its own. */
export function useUndoKeys(steps: Undo) {
  const latest = useRef(steps)
  latest.current = steps
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const key = event.key.toLowerCase()
      if (!(event.ctrlKey || event.metaKey) || (key !== 'z' && key !== 'y') || isTyping(event.target)) return
      event.preventDefault()
      if (key === 'y' || event.shiftKey) latest.current.redo?.()
      else latest.current.undo?.()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input:not([type=checkbox], [type=radio]), textarea') !== null)
