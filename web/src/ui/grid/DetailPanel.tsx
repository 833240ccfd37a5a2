import { CloseButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useEffect, useRef } from 'react'
import { SideDrawer } from '../SideDrawer.tsx'
import classes from './DataGrid.module.css'

/** Whether the detail covers the page instead of opening beside the grid. */
export const useIsOver = () => !useMediaQuery('(min-width: 1024px)', true, { getInitialValueInEffect: false })

export function DetailPanel({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const isOver = useIsOver()
  useEscape(!isOver, onClose)
  if (isOver)
    return (
      <SideDrawer opened onClose={onClose} position="right" size="min(100%, 480px)" title="Détail">
        {children}
      </SideDrawer>
    )
  return (
    <aside className={`${classes.detail} bordee-card`} aria-label="Détail">
      <CloseButton className={classes.closeDetail} onClick={onClose} />
      {children}
    </aside>
  )
}

/** What handles Escape itself: a dialog, an open list, a cell being edited. */
const owners = '[role="dialog"], [role="menu"], [role="listbox"], [aria-expanded="true"], td'

/** Listens in the capture phase: later listeners would already have closed what was open. */
function useEscape(isOn: boolean, onEscape: () => void) {
  const latest = useRef(onEscape)
  latest.current = onEscape
  useEffect(() => {
    if (!isOn) return
    const press = ({ key, target }: KeyboardEvent) => {
      if (key === 'Escape' && !(target instanceof Element && target.closest(owners))) latest.current()
    }
    document.addEventListener('keydown', press, true)
    return () => document.removeEventListener('keydown', press, true)
  }, [isOn])
}
