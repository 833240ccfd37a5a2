import { type ActingRole, among, onlyDrives } from '@bordee/core/roles.ts'
import { ActionIcon, Anchor, Burger } from '@mantine/core'
import { useDisclosure, useHotkeys, useMediaQuery } from '@mantine/hooks'
import { IconBook, IconBuildingOff, IconHelpCircle, IconSearch } from '@tabler/icons-react'
import { Link, Outlet, useLocation, useMatches, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Answers } from '../answers.tsx'
import { callKey, openCallSheet, useAnswersCalls, useCallSheetAsked } from '../callers/callSheetStore.ts'
import { useConfig } from '../config.ts'
import { landing, menu, start } from '../office.routes.ts'
import { UnreadReplies } from '../replies/UnreadReplies.tsx'
import { report } from '../report.ts'
import type { Section } from '../routing.ts'
import { isModuleActive, useMe, useSession } from '../session.tsx'
import { ErrorBoundary } from '../ui/broken.tsx'
import { keepKeys } from '../ui/earlyKeys.ts'
import { Look } from '../ui/Look.tsx'
import { lazyComponent, useEver } from '../ui/lazyComponent.tsx'
import { Pickers } from '../ui/Pickers.tsx'
import { SideDrawer } from '../ui/SideDrawer.tsx'
import { EmptyState, LoadingPage } from '../ui/states.tsx'
import { Brand } from './Brand.tsx'
import { CompanyClock } from './CompanyClock.tsx'
import { CompanySwitcher } from './CompanySwitcher.tsx'
import classes from './DashboardShell.module.css'
import { DemoBanner } from './DemoBanner.tsx'
import { FailureNotice } from './FailureNotice.tsx'
import { GoTo } from './GoTo.tsx'
import { guidePageOf } from './guidePages.ts'
import { LateSchedule } from './LateSchedule.tsx'
import { LostConnection } from './LostConnection.tsx'
import { SessionEnded } from './SessionEnded.tsx'
import { Trouble } from './Trouble.tsx'
import { UserMenu } from './UserMenu.tsx'
import { useFocusOnPage } from './useFocusOnPage.ts'
import { useMovedNotice } from './useMovedNotice.ts'
import { useOffered } from './useOffered.ts'
import { useTitle } from './useTitle.ts'

const NewQuotes = lazyComponent(async () => (await import('../quotes/NewQuotes.tsx')).NewQuotes)
const WaitingCompanies = lazyComponent(async () => (await import('../companies/WaitingCompanies.tsx')).WaitingCompanies)
const fetchPalette = async () => (await import('./Palette.tsx')).Palette
const Palette = lazyComponent(fetchPalette)
const CallSheet = lazyComponent(async () => (await import('../callers/CallSheet.tsx')).CallSheet)
/** Early enough for Ctrl+K, late enough not to delay the first screen, in milliseconds. */
const paletteDelay = 15_000
const UnprovenCompany = lazyComponent(async () => (await import('./UnprovenCompany.tsx')).UnprovenCompany)
const TrialBanner = lazyComponent(async () => (await import('../onboarding/TrialBanner.tsx')).TrialBanner)
const DriverStart = lazyComponent(async () => (await import('../runs/DriverStart.tsx')).DriverStart)
const SignUpWelcome = lazyComponent(async () => (await import('./SignUpWelcome.tsx')).SignUpWelcome)

/** The back-office. Visitors are sent to sign in; users without a right to a page are sent to their landing page. */
export function DashboardShell() {
  const { state } = useSession()
  const location = useLocation()
  useTitle()
  useMovedNotice()
  return (
    <Answers>
      <CompanyClock>
        <Look>
          <Pickers>{content()}</Pickers>
        </Look>
      </CompanyClock>
    </Answers>
  )

  function content() {
    if (state.status === 'loading') return <Frame waiting />
    if (state.status === 'anonymous')
      return <GoTo path={location.pathname === '/dashboard' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(location.pathname)}`} />
    if (state.status === 'unfinished') return <GoTo path="/second-factor" />
    if (state.status === 'failed')
      return (
        <main className={classes.alone}>
          <Trouble />
        </main>
      )
    if (!state.role) return <NoAccess />
    return <Guarded role={state.role} />
  }
}

function Guarded({ role }: { role: ActingRole }) {
  const { company } = useMe()
  const { pathname, searchStr } = useLocation()
  const page = useMatches().at(-1)?.staticData
  const home = landing[role]
  if (pathname.replace(/\/$/, '') === '/dashboard')
    return onlyDrives(role) && isModuleActive(company, 'geolocation') ? (
      <DriverStart home={`${home}${searchStr}`} />
    ) : (
      <GoTo path={`${start[role] ?? home}${searchStr}`} />
    )
  if (page?.who && !among(page.who, role)) return <GoTo path={home} />
  const section = menu.find(({ path }) => pathname.startsWith(path))
  if (!company && section && section.group !== 'platform' && !section.isAnywhere) return <GoTo path={home} />
  return <Frame />
}

/** `waiting`: the same frame, still empty, so that nothing jumps once we know who is signed in. */
function Frame({ waiting = false }: { waiting?: boolean }) {
  const [isMenuOpen, drawer] = useDisclosure()
  const isNarrow = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
  const { signUpWelcome = false } = useSearch({ from: '/dashboard' })
  const isWelcomed = useEver(signUpWelcome && !waiting)
  const [askedFor, setAskedFor] = useState(0) // a count, so that each press opens the palette again
  function askForPalette() {
    if (waiting) return
    keepKeys()
    setAskedFor((times) => times + 1)
  }
  useHotkeys([['mod+K', askForPalette]], []) // works from a form field too
  useEffect(() => {
    const timer = setTimeout(() => void fetchPalette().catch(() => undefined), paletteDelay)
    return () => clearTimeout(timer)
  }, [])
  const router = useRouter()
  useFocusOnPage()
  const screen = useMatches().at(-1)?.routeId // not the path: opening a row beside its grid must not remount the grid
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#contenu">
        Aller au contenu
      </a>
      <div className={classes.banner}>
        <DemoBanner />
        <LostConnection />
        {!waiting && <SessionEnded />}
        {!waiting && <Unproven />}
        {!waiting && <Trial />}
        <NoCompany />
        {!waiting && <LateSchedule />}
      </div>
      {!isNarrow && <aside className={classes.side}>{!waiting && <SideMenu />}</aside>}
      {isNarrow && !waiting && (
        <SideDrawer opened={isMenuOpen} onClose={drawer.close} size={280} title={<Brand />} padding="md">
          <SideMenu bare onChosen={drawer.close} />
        </SideDrawer>
      )}
      <header className={classes.top}>
        {isNarrow && !waiting && <Burger opened={isMenuOpen} onClick={drawer.toggle} size="sm" aria-label="Menu" />}
        {!waiting && <Top onSearch={askForPalette} />}
      </header>
      <main className={classes.main} id="contenu" tabIndex={-1}>
        {waiting ? (
          <LoadingPage />
        ) : (
          <ErrorBoundary key={screen} onError={(error) => report(error, 'screen')} onRetry={() => void router.invalidate()}>
            <FailureNotice />
            <Outlet />
          </ErrorBoundary>
        )}
      </main>
      {askedFor > 0 && <Palette askedFor={askedFor} />}
      {!waiting && <Calls />}
      {isWelcomed && <SignUpWelcome />}
    </div>
  )
}

/** The call sheet, loaded when it is first asked for. */
function Calls() {
  const canAnswer = useAnswersCalls()
  const askedFor = useCallSheetAsked()
  useHotkeys(canAnswer ? [[callKey, openCallSheet]] : [], [])
  return askedFor > 0 && <CallSheet askedFor={askedFor} />
}

function Top({ onSearch }: { onSearch: () => void }) {
  const help = useHelp()
  return (
    <>
      <CompanySwitcher />
      <span className={classes.grow} />
      <button type="button" className={classes.search} onClick={onSearch}>
        <IconSearch size={16} />
        <span>Rechercher</span>
        <kbd aria-hidden>Ctrl K</kbd>
      </button>
      {help && (
        <ActionIcon component="a" href={help} target="_blank" rel="noreferrer" variant="subtle" color="gray" size={36} aria-label="Aide">
          <IconHelpCircle size={20} />
        </ActionIcon>
      )}
      <UserMenu />
    </>
  )
}

/** The guide's page about this screen, unless the deployment has help or documentation of its own. */
function useHelp() {
  const config = useConfig()
  const page = guidePageOf(useLocation().pathname)
  if (!config) return null
  const { helpUrl, documentationUrl } = config
  return helpUrl ?? (documentationUrl === '/guide' && page ? `/guide/${page}` : documentationUrl)
}

function SideMenu({ bare = false, onChosen }: { bare?: boolean; onChosen?: () => void }) {
  const { company } = useMe()
  const documentation = useConfig()?.documentationUrl
  const mine = menu.filter(useOffered())
  const platform = mine.filter((section) => section.group === 'platform')
  const toDiscover = mine.filter(({ module, isKept }) => module && !isModuleActive(company, module) && !(company && isKept?.(company)))
  // One door per module: its presentation tells all that comes with it.
  const doors = toDiscover.filter(({ module }, i) => toDiscover.findIndex((other) => other.module === module) === i)
  return (
    <>
      {!bare && (
        <Link to="/dashboard" className={classes.brand}>
          <Brand />
        </Link>
      )}
      <nav aria-label="Menu principal" className={classes.nav}>
        {mine.filter((section) => section.group !== 'platform' && !toDiscover.includes(section)).map(entry)}
        {platform.length > 0 && <p className={classes.group}>Plateforme</p>}
        {platform.map(entry)}
      </nav>
      {toDiscover.length > 0 && (
        <nav aria-label="À découvrir" className={classes.discover}>
          <p className={classes.group}>À découvrir</p>
          {doors.map(entry)}
        </nav>
      )}
      {documentation && (
        <Anchor href={documentation} target="_blank" rel="noreferrer" className={classes.entry}>
          <IconBook size={18} stroke={1.7} />
          Documentation
        </Anchor>
      )}
    </>
  )

  function entry({ path, label, icon: Icon, isApart = false, counts }: Section) {
    return (
      <Link
        key={path}
        to={path}
        reloadDocument={isApart}
        className={classes.entry}
        onClick={onChosen}
        activeProps={{ 'aria-current': 'page' }}
        activeOptions={{ exact: false }}
      >
        <Icon size={18} stroke={1.7} />
        {label}
        {counts === 'quotes' && company?.quoteConfig && <NewQuotes className={classes.count} />}
        {counts === 'replies' && <UnreadReplies className={classes.count} />}
        {counts === 'companies' && <WaitingCompanies className={classes.count} />}
      </Link>
    )
  }
}

function Unproven() {
  const { company } = useMe()
  return company && !company.isTrial && (!company.isProven || company.isEmailProven === false) && <UnprovenCompany />
}

function Trial() {
  return useMe().company?.isTrial && <TrialBanner />
}

/** Platform staff whose company was closed: they are told, and choose another themselves. */
function NoCompany() {
  const { state } = useSession()
  if (state.status !== 'ready' || state.company || !state.role) return null
  return (
    <div role="status" className={classes.notice}>
      <IconBuildingOff size={18} aria-hidden />
      <span>Vous n’êtes dans aucune compagnie&nbsp;: celle où vous étiez a été fermée. Choisissez-en une autre pour y travailler.</span>
    </div>
  )
}

function NoAccess() {
  const { signOut } = useSession()
  return (
    <main className={classes.alone}>
      <EmptyState
        page
        title="Aucun accès"
        description="Votre compte n’a plus accès à aucune compagnie active. Demandez qu’on vous en donne un."
        action={
          <Anchor component="button" onClick={() => void signOut()}>
            Se déconnecter
          </Anchor>
        }
      />
    </main>
  )
}
