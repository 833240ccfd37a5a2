// What is typed between Ctrl+K and the moment when the palette's field has the focus: its code may still be loading.

let kept: string | null = null

/** From now on keeps what is typed, and nothing else takes these keys, until `takeKeys`. */
export function keepKeys() {
  if (kept !== null) return
  kept = ''
  window.addEventListener('keydown', keep, { capture: true })
}

export function takeKeys(): string {
  const text = kept ?? ''
  kept = null
  window.removeEventListener('keydown', keep, { capture: true })
  return text
}

function keep(event: KeyboardEvent) {
  const { key } = event
  if (key === 'Escape') takeKeys()
  if (kept === null || event.ctrlKey || event.metaKey || event.altKey) return
  if (key.length === 1) kept += key
  else if (key === 'Backspace') kept = kept.slice(0, -1)
  else if (key !== 'Enter') return
  event.preventDefault()
  event.stopPropagation()
}
