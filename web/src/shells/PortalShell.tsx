import { homeZone } from '@bordee/core/time.ts'
import { IconBell, IconFileText, IconLogout, IconMenu2, IconReceipt, IconShieldLock, IconSnowflake, IconX } from '@tabler/icons-react'
import { Link, Outlet, useLocation, useMatches, useParams, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { Answers } from '../answers.tsx'
import { CompanyMark } from '../portal/CompanyMark.tsx'
import { useOpenCompany } from '../portal/useOpenCompany.ts'
import { report } from '../report.ts'
import { useMe, useSession } from '../session.tsx'
import { ErrorBoundary } from '../ui/broken.tsx'
import { Look } from '../ui/Look.tsx'
import { LoadingPage } from '../ui/states.tsx'
import { ZoneContext } from '../ui/zone.ts'
import { DemoBanner } from './DemoBanner.tsx'
import { FailureNotice } from './FailureNotice.tsx'
import { GoTo } from './GoTo.tsx'
import { LostConnection } from './LostConnection.tsx'
import classes from './PortalShell.module.css'
import { SessionEnded } from './SessionEnded.tsx'
import { Trouble } from './Trouble.tsx'
import { useSignOut } from './useSignOut.ts'
import { useTitle } from './useTitle.ts'

/**
 * The client portal. Visitors are sent to ask for a link, which leads back to their contract; staff are asked whether
 * they come as clients.
 */
export function PortalShell() {
  const { state } = useSession()
  const { contractId } = useParams({ strict: false })
  useTitle()
  const isSomeoneElse =
    state.status === 'anonymous' ||
    state.status === 'unfinished' ||
    (state.status === 'ready' && state.role !== null && state.role !== 'client')
  if (isSomeoneElse) return <GoTo path={`/auth/client/sign-in${contractId ? `?contractId=${encodeURIComponent(contractId)}` : ''}`} />
  return (
    <Answers>
      <Look scale="large">
        <div className={classes.page}>
          <DemoBanner />
          {state.status === 'ready' ? (
            <Space />
          ) : (
            <main className={classes.main}>{state.status === 'loading' ? <LoadingPage /> : <Trouble />}</main>
          )}
        </div>
      </Look>
    </Answers>
  )
}

/** Shows the name, and uses the time zone, of the company whose contract is open. */
function Space() {
  const company = useOpenCompany()
  const { account } = useMe()
  const main = useFocusOnArrival()
  const router = useRouter()
  const screen = useMatches().at(-1)?.routeId
  return (
    <ZoneContext value={company?.timeZone ?? homeZone}>
      <LostConnection />
      <SessionEnded />
      <header className={classes.header}>
        <div className={classes.inside}>
          {company ? <CompanyMark {...company} /> : <span className={classes.name}>Espace client</span>}
          <Menu />
        </div>
      </header>
      <main ref={main} tabIndex={-1} className={classes.main}>
        <ErrorBoundary key={screen} onError={(error) => report(error, 'portal')} onRetry={() => void router.invalidate()}>
          <FailureNotice />
          <Outlet />
        </ErrorBoundary>
      </main>
      <footer className={classes.footer}>
        Connecté avec {account.email}
        <span>Espace client offert par Bordée</span>
      </footer>
    </ZoneContext>
  )
}

/** After a page change, keyboard and screen-reader users start at the top of the new page. */
function useFocusOnArrival() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const seen = useRef(pathname)
  useEffect(() => {
    if (seen.current === pathname) return
    seen.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}

const pages = [
  { to: '/client/contracts', label: 'Contrats', icon: IconFileText },
  { to: '/client/invoices', label: 'À payer', icon: IconReceipt },
  { to: '/client/visits', label: 'Passages', icon: IconSnowflake },
  { to: '/client/alerts', label: 'Mes alertes', icon: IconBell },
  { to: '/client/data', label: 'Mes données', icon: IconShieldLock },
] as const

/** A row on a wide screen; on a phone a panel under its button. */
function Menu() {
  const signOut = useSignOut()
  const { pathname } = useLocation()
  const [openedAt, setOpenedAt] = useState('')
  const isOpen = openedAt === pathname // a page change closes it
  return (
    <>
      <button
        type="button"
        className={classes.toggle}
        aria-expanded={isOpen}
        aria-controls="menu"
        onClick={() => setOpenedAt(isOpen ? '' : pathname)}
      >
        {isOpen ? <IconX size={20} /> : <IconMenu2 size={20} />}
        Menu
      </button>
      <nav id="menu" aria-label="Menu du portail" className={classes.nav} data-open={isOpen || undefined}>
        {pages.map(({ to, label, icon: Icon }) => (
          <Link key={to} to={to} activeProps={{ 'aria-current': 'page' }}>
            <Icon size={19} stroke={1.7} />
            {label}
          </Link>
        ))}
        <button type="button" onClick={() => void signOut()}>
          <IconLogout size={19} stroke={1.7} />
          Déconnexion
        </button>
      </nav>
    </>
  )
}
