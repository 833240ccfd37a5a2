import { type ReactNode, type ToggleEvent, useId, useRef, useState } from 'react'
import classes from './Dropdown.module.css'

interface Props {
  label: string
  /** Gives the properties it gets to its button. */
  button: (opens: { popoverTarget: string }) => ReactNode
  children: (close: () => void) => ReactNode
}

/**
 * A panel that a button opens beneath itself. The browser places it, closes it on Escape or a press elsewhere, and gives
 * the focus back: pages that everyone opens first needn't load a library for that.
 */
export function Dropdown({ label, button, children }: Props) {
  const id = useId()
  const panel = useRef<HTMLElement>(null)
  const [isOpen, setOpen] = useState(false)
  // Filled before it shows, and emptied only afterwards: the browser takes the focus back from what is in it.
  const follow = (event: ToggleEvent) => setOpen(event.newState === 'open')
  return (
    <>
      {button({ popoverTarget: id })}
      <section
        id={id}
        ref={panel}
        popover="auto"
        aria-label={label}
        className={classes.panel}
        onBeforeToggle={(event) => event.newState === 'open' && follow(event)}
        onToggle={(event) => {
          follow(event)
          if (event.newState === 'open') panel.current?.querySelector<HTMLElement>('a, button, input')?.focus()
        }}
      >
        {isOpen && children(() => panel.current?.hidePopover())}
      </section>
    </>
  )
}
