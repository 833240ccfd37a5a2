import { useEffect, useRef } from 'react'

/** While `isWaiting` for a field to take the focus, edits its text with what is typed; nothing else may take these keys. */
export function useEarlyKeys(isWaiting: boolean, edit: (change: (text: string) => string) => void) {
  const latest = useRef(edit)
  latest.current = edit
  useEffect(() => {
    if (!isWaiting) return
    function keep(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const { key } = event
      if (key.length === 1) latest.current((text) => text + key)
      else if (key === 'Backspace') latest.current((text) => text.slice(0, -1))
      else if (key !== 'Enter') return
      event.preventDefault()
      event.stopPropagation()
    }
    window.addEventListener('keydown', keep, { capture: true })
    return () => window.removeEventListener('keydown', keep, { capture: true })
  }, [isWaiting])
}
