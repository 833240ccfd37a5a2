import { Modal, type ModalProps } from '@mantine/core'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'

/** The product's only dialog. It focuses its first field, and returns the focus to its opener when it closes. */
export function Dialog({ children, ...props }: ModalProps) {
  useReturn(props.opened)
  return (
    <Modal {...props}>
      <Beginning>{children}</Beginning>
    </Modal>
  )
}

/** Dialogs that open on top of one another. */
export const DialogStack = Modal.Stack

/** Returns the focus to the opener. Mantine loses it in a stack, or when the dialog's content arrives late. */
function useReturn(opened: boolean) {
  useLayoutEffect(() => {
    if (!opened) return
    const opener = document.activeElement
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [opened])
}

const fields = [
  '[data-autofocus]',
  'input:not([type="hidden"], [tabindex="-1"], :disabled), textarea:not(:disabled)',
  'button:not(:disabled), a[href]',
]

/** Focuses the first field as soon as it exists, not the close button as Mantine would, unless the user moves on. */
export function Beginning({ children }: { children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const inside = part.current
    const dialog = inside?.closest('[role="dialog"]')
    if (!inside || !dialog) return
    let settling = 0
    const watcher = new MutationObserver(begin)
    const listening = new AbortController()
    const { signal } = listening
    watcher.observe(inside, { childList: true, subtree: true })
    dialog.addEventListener('focusin', begin, { signal }) // Mantine sets its own focus twice
    for (const sign of ['keydown', 'pointerdown']) dialog.addEventListener(sign, stop, { signal })
    begin()
    return stop

    function begin() {
      const first = fields.map((kind) => inside?.querySelector<HTMLElement>(kind)).find(Boolean)
      if (!first) return
      if (!inside?.contains(document.activeElement)) first.focus({ preventScroll: true })
      settling ||= window.setTimeout(stop, 300)
    }

    function stop() {
      clearTimeout(settling)
      watcher.disconnect()
      listening.abort()
    }
  }, [])
  return <div ref={part}>{children}</div>
}
