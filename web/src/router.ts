// The router: public pages, the portal, and the back-office, whose routes are loaded when it is first opened. So signing
// in loads neither its paths and titles nor the names of its files (docs/decisions/0020-weight.md).
import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import type { OfficePages } from './office.routes.ts'
import { portalPages } from './portal/portal.routes.ts'
import { publicPages } from './public.routes.ts'
import { dashboard, orOffline, root } from './routing.ts'
import { Coming } from './shells/Coming.tsx'
import { BrokenScreen } from './shells/Lost.tsx'
import { LoadingPage } from './ui/states.tsx'

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

const toSignIn = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/sign-in' })
  },
})

const shell = lazyRouteComponent(
  orOffline(() => import('./shells/DashboardShell.tsx')),
  'DashboardShell',
)
dashboard.update({ component: shell, pendingComponent: Coming })

/** Every path of the back-office, until its shell is loaded: office.routes.ts, which comes with it, replaces this route. */
const officeDoor = createRoute({
  getParentRoute: () => dashboard,
  path: '$',
  beforeLoad: async ({ location }) => {
    await shell.preload?.()
    if (isOfficeClosed()) return // the shell failed to load, and shows that itself
    readRoutesAgain()
    throw redirect({ href: location.href })
  },
})
dashboard.addChildren([officeDoor])

const isOfficeClosed = () => Object.values(dashboard.children ?? {}).includes(officeDoor)

/** In a function of its own, for the router's type depends on the routes' types. */
function readRoutesAgain(): void {
  router.setRoutes(router.buildRouteTree())
}

export const router = createRouter({
  // Adding children changes the route itself: this is the type it will have.
  routeTree: root.addChildren([toSignIn, publicPages, portalPages, dashboard as OfficePages]),
  defaultPendingComponent: LoadingPage,
  defaultErrorComponent: BrokenScreen,
  defaultPreload: 'intent',
  scrollRestoration: true,
})
