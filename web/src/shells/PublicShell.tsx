import { Outlet } from '@tanstack/react-router'
import { Look } from '../ui/Look.tsx'
import { Brand } from './Brand.tsx'
import { DemoBanner } from './DemoBanner.tsx'
import classes from './PublicShell.module.css'
import { useTitle } from './useTitle.ts'

/** Pages for signed-out visitors: one card on a plain green background. */
export function PublicShell() {
  useTitle()
  return (
    <Look scale="large">
      <div className={classes.page}>
        <DemoBanner />
        <header className={classes.header}>
          <Brand light />
        </header>
        <main className={classes.main}>
          <Outlet />
        </main>
      </div>
    </Look>
  )
}
