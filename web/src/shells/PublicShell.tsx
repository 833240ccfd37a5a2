import { Outlet } from '@tanstack/react-router'
import { Look } from '../ui/Look.tsx'
import { Brand } from './Brand.tsx'
import { DemoBanner } from './DemoBanner.tsx'
import classes from './PublicShell.module.css'
import { useTitle } from './useTitle.ts'

/** Pages for people who are not signed in: one card on a quiet spruce ground. */
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
