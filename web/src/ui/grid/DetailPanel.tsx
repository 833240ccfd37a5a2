import { CloseButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { SideDrawer } from '../SideDrawer.tsx'
import classes from './DataGrid.module.css'

/** Beside the grid on a wide screen; over it, full width, on a phone. */
export function DetailPanel({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const beside = useMediaQuery('(min-width: 1024px)', true, { getInitialValueInEffect: false })
  if (!beside)
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
