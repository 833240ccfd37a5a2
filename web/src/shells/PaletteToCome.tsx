import { type RefObject, useEffect } from 'react'

/** Until the palette is loaded, keeps what is typed for it; nothing else may take these keys. */
export function PaletteToCome({ typed }: { typed: RefObject<string> }) {
  useEffect(() => {
    function keep(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key.length === 1) typed.current += event.key
      else if (event.key === 'Backspace') typed.current = typed.current.slice(0, -1)
      else if (event.key !== 'Enter') return
      event.preventDefault()
      event.stopPropagation()
    }
    window.addEventListener('keydown', keep, { capture: true })
    return () => window.removeEventListener('keydown', keep, { capture: true })
  }, [typed])
  return null
}
