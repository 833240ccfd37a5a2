import { type ReactNode, useLayoutEffect, useRef } from 'react'

/** A bottom sheet. The browser's own dialog keeps the focus inside and closes on Escape. */
export function Sheet({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const opener = document.activeElement
    dialog.current?.showModal()
    return () => {
      // The browser returns the focus to the opener only if the dialog closes before it is removed.
      queueMicrotask(() => opener instanceof HTMLElement && document.activeElement === document.body && opener.focus())
    }
  }, [])
  return (
    <dialog ref={dialog} className="sheet" aria-label={title} onClose={onClose}>
      <header className="top">
        <h2>{title}</h2>
        <button type="button" className="close" aria-label="Fermer" onClick={() => dialog.current?.close()}>
          ✕
        </button>
      </header>
      {children}
    </dialog>
  )
}
