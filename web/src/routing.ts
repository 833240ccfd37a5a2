// What routes are made of: the three parts of the web app, and how a screen becomes a route of one of them. The tables
// of routes are public.routes.ts, portal/portal.routes.ts and, for the back-office, each slice's <slice>.routes.ts.
// Never call createRoute inside addChildren([…]): it takes the type expected there, in which every path is valid.
import type { Company } from '@bordee/core/companies/company.ts'
import type { Module } from '@bordee/core/modules.ts'
import type { ActingRole } from '@bordee/core/roles.ts'
import type { IconProps } from '@tabler/icons-react'
import { createRootRoute, createRoute, lazyRouteComponent, Outlet, type RouteComponent, redirect } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { Coming } from './shells/Coming.tsx'
import { BrokenShell, LostScreen } from './shells/Lost.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The title of a screen. Shells and redirects have none. */
    title?: string
    /** The roles that may open it. */
    who?: readonly ActingRole[]
  }
}

/** The router answers a file that doesn't load by loading the page again. Without a network that would lose the page. */
export const orOffline =
  <Loaded>(load: () => Promise<Loaded>) =>
  () =>
    load().catch((error: unknown) => {
      throw navigator.onLine ? error : new Error('Pas de connexion à Internet', { cause: error })
    })

export const root = createRootRoute({ component: Outlet, notFoundComponent: LostScreen, errorComponent: BrokenShell })

/** Public pages and e-mailed links. */
export const publicShell = createRoute({
  getParentRoute: () => root,
  id: 'public',
  component: lazyRouteComponent(
    orOffline(() => import('./shells/PublicShell.tsx')),
    'PublicShell',
  ),
  pendingComponent: Coming,
  errorComponent: BrokenShell,
})

export const portal = createRoute({
  getParentRoute: () => root,
  path: '/client',
  component: lazyRouteComponent(
    orOffline(() => import('./shells/PortalShell.tsx')),
    'PortalShell',
  ),
  pendingComponent: Coming,
  errorComponent: BrokenShell,
})

/** The back-office. router.ts gives it its shell, which shows the menu and so imports the slices' routes. */
export const dashboard = createRoute({
  getParentRoute: () => root,
  path: '/dashboard',
  errorComponent: BrokenShell,
  validateSearch: (search: Record<string, unknown>): { signUpWelcome?: boolean } => (search.signUpWelcome ? { signUpWelcome: true } : {}),
})

/** The file of a screen, and its export. */
type Load<Name extends string> = () => Promise<{ [Own in Name]: RouteComponent }>

/** A screen of any part, loaded on first use, with the title of its tab. */
export const screen = <Name extends string>(title: string, load: Load<Name>, name: Name) => ({
  component: lazyRouteComponent<Record<string, RouteComponent>, string>(orOffline(load), name),
  staticData: { title },
})

export const portalPage = <const Path extends string, Name extends string>(path: Path, title: string, load: Load<Name>, name: Name) =>
  createRoute({ getParentRoute: () => portal, path, ...screen(title, load, name) })

/** A page of the back-office. */
export const page = <const Path extends string, Name extends string>(
  path: Path,
  title: string,
  who: readonly ActingRole[],
  load: Load<Name>,
  name: Name,
) => createRoute({ getParentRoute: () => dashboard, path, ...screen(title, load, name), staticData: { title, who } })

/** Redirects a section's own path, and any unknown path under it, to its first page. */
export const sectionStart = <const Path extends string>(path: Path, first: { to: string }) => {
  const beforeLoad = () => {
    throw redirect({ to: first.to, search: true }) // keep the search: it carries `signUpWelcome`
  }
  return [
    createRoute({ getParentRoute: () => dashboard, path, beforeLoad }),
    createRoute({ getParentRoute: () => dashboard, path: `${path}/$` as const, beforeLoad }),
  ] as const
}

/** A line of the side menu. */
export interface Section {
  path: string
  label: string
  icon: ComponentType<IconProps>
  /** The roles whose menu shows it. */
  who: readonly ActingRole[]
  /** The module it belongs to. While the module is off, these pages present it and are listed apart in the menu. */
  module?: Module
  /** Whether it stays in its usual place while its module is off, because the company still has data there. */
  isKept?(company: Company): boolean
  /** The count shown beside its label. */
  counts?: 'quotes' | 'companies' | 'replies'
  /** Shown only if one of these modules is on. */
  modules?: readonly Module[]
  /** Whether the server would allow it, when that depends on the deployment as well as the role. */
  isOpen?(role: ActingRole | null, hasDemo: boolean): boolean
  group?: 'platform'
  /** Also for staff who are in no company. */
  isAnywhere?: boolean
  /** A separately built page: the link reloads the browser. */
  isApart?: boolean
}
