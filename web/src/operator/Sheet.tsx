import { type ReactNode, useEffect, useRef } from 'react'

/** Comes up from below; the browser's own dialog keeps the focus inside and closes on Escape. */
export function Sheet({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
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
