import { Modal, type ModalProps } from '@mantine/core'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'

/** The one dialog of the product: one begins in its first field, and is back where one was when it closes. */
export function Dialog({ children, ...props }: ModalProps) {
  useReturn(props.opened)
  return (
    <Modal {...props}>
      <Beginning>{children}</Beginning>
    </Modal>
  )
}

/** Dialogs that open one over the other. */
export const DialogStack = Modal.Stack

/** In a stack, or when what it shows comes late, the dialog by itself would leave the focus nowhere. */
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

/** Brings the focus to where one begins, as soon as it is there; the dialog by itself would give it to its cross. Whoever went elsewhere meanwhile stays. */
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
    dialog.addEventListener('focusin', begin, { signal }) // the dialog's own choice, made twice
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
