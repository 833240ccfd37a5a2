import { IconFileText, IconLogout } from '@tabler/icons-react'
import { Link, Outlet } from '@tanstack/react-router'
import { Answers } from '../answers.tsx'
import { report } from '../report.ts'
import { useMe, useSession } from '../session.tsx'
import { Look } from '../ui/Look.tsx'
import { ErrorBoundary, LoadingPage } from '../ui/states.tsx'
import { CompanyClock } from './CompanyClock.tsx'
import { DemoBanner } from './DemoBanner.tsx'
import { GoTo } from './GoTo.tsx'
import classes from './PortalShell.module.css'
import { Trouble } from './Trouble.tsx'
import { useSignOut } from './useSignOut.ts'
import { useTitle } from './useTitle.ts'

/** The client's own space. Whoever is nobody asks for a link; whoever works here goes back to work. */
export function PortalShell() {
  const { state } = useSession()
  useTitle()
  if (state.status === 'anonymous') return <GoTo path="/auth/client/sign-in" />
  if (state.status === 'ready' && state.role && state.role !== 'client') return <GoTo path="/dashboard" />
  return (
    <Answers>
      <CompanyClock>
        <Look scale="large">
          <div className={classes.page}>
            <DemoBanner />
            {state.status === 'ready' && <Header />}
            <main className={classes.main}>
              {state.status === 'loading' ? (
                <LoadingPage />
              ) : state.status === 'failed' ? (
                <Trouble />
              ) : (
                <ErrorBoundary onError={(error) => report(error, 'portal')}>
                  <Outlet />
                </ErrorBoundary>
              )}
            </main>
          </div>
        </Look>
      </CompanyClock>
    </Answers>
  )
}

function Header() {
  const { company } = useMe()
  const signOut = useSignOut()
  return (
    <header className={classes.header}>
      <div className={classes.inside}>
        {company?.logo ? <img src={company.logo} alt="" className={classes.logo} /> : null}
        <span className={classes.name}>{company?.name ?? 'Espace client'}</span>
        <nav aria-label="Menu du portail" className={classes.nav}>
          <Link to="/client/contracts" activeProps={{ 'aria-current': 'page' }}>
            <IconFileText size={19} stroke={1.7} />
            Contrats
          </Link>
          <button type="button" onClick={() => void signOut()}>
            <IconLogout size={19} stroke={1.7} />
            Déconnexion
          </button>
        </nav>
      </div>
    </header>
  )
}
