// The map of the web app: which screen stands at which path, who may see it, where a section begins.
// Guards and titles read it; the menu and the landing pages are in pages.ts.
import { alertSenders, companyAdmins, folderReaders, office, platformStaff, type Role, superAdmins } from '@bordee/core/roles.ts'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router'
import { DashboardShell } from './shells/DashboardShell.tsx'
import { BrokenScreen, LostInDashboard, LostInPortal, LostScreen } from './shells/Lost.tsx'
import { PortalShell } from './shells/PortalShell.tsx'
import { PublicShell } from './shells/PublicShell.tsx'
import { LoadingPage } from './ui/states.tsx'

/** What a route says of itself besides its path. */
export interface PageFacts {
  title: string
  who?: readonly Role[]
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends Partial<PageFacts> {}
  interface Register {
    router: typeof router
  }
}

const root = createRootRoute({ component: Outlet, notFoundComponent: LostScreen, errorComponent: BrokenScreen })

const toSignIn = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/sign-in' })
  },
})

// Public pages and e-mailed links.
const publicShell = createRoute({ getParentRoute: () => root, id: 'public', component: PublicShell })

/** Parameters that e-mails and other pages put in the address; anything else is dropped. (The router reads « 12 » as a number.) */
const textSearch =
  <K extends string>(...keys: K[]) =>
  (search: Record<string, unknown>): { [Key in K]?: string } => {
    const texts = keys.map((key) => [key, typeof search[key] === 'number' ? `${search[key]}` : search[key]] as const)
    return Object.fromEntries(texts.filter(([, text]) => typeof text === 'string')) as { [Key in K]?: string }
  }

const publicPages = publicShell.addChildren([
  createRoute({
    getParentRoute: () => publicShell,
    path: '/sign-in',
    validateSearch: textSearch('next'),
    component: lazyRouteComponent(() => import('./identity/SignInScreen.tsx'), 'SignInScreen'),
    staticData: { title: 'Connexion' },
  }),
  createRoute({
    getParentRoute: () => publicShell,
    path: '/sign-up',
    component: lazyRouteComponent(() => import('./companies/SignUpScreen.tsx'), 'SignUpScreen'),
    staticData: { title: 'Inscription' },
  }),
  createRoute({
    getParentRoute: () => publicShell,
    path: '/reset-password',
    component: lazyRouteComponent(() => import('./identity/ResetPasswordScreen.tsx'), 'ResetPasswordScreen'),
    staticData: { title: 'Mot de passe oublié' },
  }),
  createRoute({
    getParentRoute: () => publicShell,
    path: '/edit-password',
    component: lazyRouteComponent(() => import('./identity/EditPasswordScreen.tsx'), 'EditPasswordScreen'),
    staticData: { title: 'Nouveau mot de passe' },
  }),
  createRoute({
    getParentRoute: () => publicShell,
    path: '/auth/redirect',
    validateSearch: textSearch('mode', 'email', 'contractId', 'companyId', 'oobCode'),
    component: lazyRouteComponent(() => import('./identity/RedirectScreen.tsx'), 'RedirectScreen'),
    staticData: { title: 'Un instant…' },
  }),
  createRoute({
    getParentRoute: () => publicShell,
    path: '/auth/client/sign-in',
    validateSearch: textSearch('email', 'companyId', 'contractId'),
    component: lazyRouteComponent(() => import('./identity/ClientSignInScreen.tsx'), 'ClientSignInScreen'),
    staticData: { title: 'Espace client' },
  }),
  createRoute({
    getParentRoute: () => publicShell,
    path: '/auth/validate/sign-in-link/$email/{-$code}/{-$contractId}',
    component: lazyRouteComponent(() => import('./identity/ValidateLinkScreen.tsx'), 'ValidateLinkScreen'),
    staticData: { title: 'Connexion' },
  }),
  createRoute({
    getParentRoute: () => publicShell,
    path: '/auth/verify-email',
    validateSearch: textSearch('email', 'oobCode'),
    component: lazyRouteComponent(() => import('./identity/VerifyEmailScreen.tsx'), 'VerifyEmailScreen'),
    staticData: { title: 'Confirmation du courriel' },
  }),
])

// The client portal.
const portal = createRoute({ getParentRoute: () => root, path: '/client', component: PortalShell })

const portalPages = portal.addChildren([
  createRoute({
    getParentRoute: () => portal,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: '/client/contracts' })
    },
  }),
  createRoute({
    getParentRoute: () => portal,
    path: 'auth',
    beforeLoad: () => {
      throw redirect({ to: '/auth/client/sign-in' })
    },
  }),
  createRoute({
    getParentRoute: () => portal,
    path: 'contracts',
    component: lazyRouteComponent(() => import('./portal/PortalContractsScreen.tsx'), 'PortalContractsScreen'),
    staticData: { title: 'Contrats' },
  }),
  createRoute({ getParentRoute: () => portal, path: '$', component: LostInPortal, staticData: { title: 'Page introuvable' } }),
])

// The back-office.
const dashboard = createRoute({
  getParentRoute: () => root,
  path: '/dashboard',
  validateSearch: (search: Record<string, unknown>): { signUpWelcome?: boolean } => (search.signUpWelcome ? { signUpWelcome: true } : {}),
  component: DashboardShell,
})

/** A page of the back-office: where, its title, for whom, its screen. */
const page = <const Path extends string>(path: Path, title: string, who: readonly Role[], component: RouteComponent) =>
  createRoute({ getParentRoute: () => dashboard, path, component, staticData: { title, who } })
const screen = lazyRouteComponent

const siteForm = screen(() => import('./sites/SiteFormScreen.tsx'), 'SiteFormScreen')
const sectorsScreen = screen(() => import('./sectors/SectorsScreen.tsx'), 'SectorsScreen')
const soon = lazyRouteComponent(() => import('./shells/SoonScreen.tsx'), 'SoonScreen')

const dashboardPages = dashboard.addChildren([
  createRoute({
    getParentRoute: () => dashboard,
    path: 'i-am-client',
    component: lazyRouteComponent(() => import('./portal/IAmClientScreen.tsx'), 'IAmClientScreen'),
    staticData: { title: 'Espace client', who: ['client'] },
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'accounts/list',
    component: lazyRouteComponent(() => import('./accounts/AccountsScreen.tsx'), 'AccountsScreen'),
    staticData: { title: 'Comptes', who: companyAdmins },
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'accounts/create',
    component: lazyRouteComponent(() => import('./accounts/CreateAccountScreen.tsx'), 'CreateAccountScreen'),
    staticData: { title: 'Nouveau compte', who: companyAdmins },
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'accounts/edit/$id',
    component: lazyRouteComponent(() => import('./accounts/EditAccountScreen.tsx'), 'EditAccountScreen'),
    staticData: { title: 'Compte', who: companyAdmins },
  }),
  sectionStart('accounts', '/dashboard/accounts/list'),
  sectionStart('accounts/$', '/dashboard/accounts/list'),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'companies/list/{-$companyId}',
    component: lazyRouteComponent(() => import('./companies/CompaniesScreen.tsx'), 'CompaniesScreen'),
    staticData: { title: 'Compagnies', who: platformStaff },
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'companies/archives/{-$companyId}',
    component: lazyRouteComponent(() => import('./companies/ArchivedCompaniesScreen.tsx'), 'ArchivedCompaniesScreen'),
    staticData: { title: 'Compagnies archivées', who: platformStaff },
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'companies/create',
    component: lazyRouteComponent(() => import('./companies/CreateCompanyScreen.tsx'), 'CreateCompanyScreen'),
    staticData: { title: 'Nouvelle compagnie', who: platformStaff },
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'companies/edit/$companyId',
    component: lazyRouteComponent(() => import('./companies/EditCompanyScreen.tsx'), 'EditCompanyScreen'),
    staticData: { title: 'Modifier une compagnie', who: platformStaff },
  }),
  sectionStart('companies', '/dashboard/companies/list/{-$companyId}'),
  sectionStart('companies/$', '/dashboard/companies/list/{-$companyId}'),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'outbox',
    component: lazyRouteComponent(() => import('./platform/OutboxScreen.tsx'), 'OutboxScreen'),
    staticData: { title: 'Boîte d’envoi', who: platformStaff },
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'provisioning-profiles',
    component: lazyRouteComponent(() => import('./provisioning/ProvisioningScreen.tsx'), 'ProvisioningScreen'),
    staticData: { title: 'Profils de provisionnement', who: platformStaff },
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'statistics',
    component: lazyRouteComponent(() => import('./platform/StatisticsScreen.tsx'), 'StatisticsScreen'),
    staticData: { title: 'Statistiques', who: superAdmins },
  }),
  page(
    'client-folders/list',
    'Clients',
    companyAdmins,
    screen(() => import('./clients/ClientsScreen.tsx'), 'ClientsScreen'),
  ),
  page(
    'client-folders/sites',
    'Points de service',
    companyAdmins,
    screen(() => import('./sites/SitesScreen.tsx'), 'SitesScreen'),
  ),
  page(
    'client-folders/occupants',
    'Occupants',
    companyAdmins,
    screen(() => import('./occupants/OccupantsScreen.tsx'), 'FolderOccupantsScreen'),
  ),
  page(
    'client-folders/create',
    'Nouveau client',
    companyAdmins,
    screen(() => import('./clients/CreateClientScreen.tsx'), 'CreateClientScreen'),
  ),
  page(
    'client-folders/edit/$clientId/$tab',
    'Client',
    companyAdmins,
    screen(() => import('./clients/ClientFolderScreen.tsx'), 'ClientFolderScreen'),
  ),
  // The same form at four addresses (spec 2 §2).
  page('client-folders/edit/$clientId/sites/create', 'Nouveau point de service', companyAdmins, siteForm),
  page('client-folders/edit/$clientId/sites/edit/$siteId', 'Point de service', companyAdmins, siteForm),
  page('client-folders/sites/create', 'Nouveau point de service', companyAdmins, siteForm),
  page('client-folders/sites/edit/$siteId', 'Point de service', companyAdmins, siteForm),
  page(
    'client-folders/edit/$clientId/visits/site/$site',
    'Visites',
    companyAdmins,
    screen(() => import('./clients/ClientFolderScreen.tsx'), 'SiteVisitsScreen'),
  ),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'client-folders/edit/$clientId',
    beforeLoad: ({ params }) => {
      throw redirect({ to: '/dashboard/client-folders/edit/$clientId/$tab', params: { ...params, tab: 'client' } })
    },
  }),
  sectionStart('client-folders', '/dashboard/client-folders/list'),
  sectionStart('client-folders/$', '/dashboard/client-folders/list'),
  page(
    'occupants',
    'Occupants',
    folderReaders,
    screen(() => import('./occupants/OccupantsScreen.tsx'), 'OccupantsScreen'),
  ),
  page(
    'services/{-$serviceId}',
    'Services',
    companyAdmins,
    screen(() => import('./services/ServicesScreen.tsx'), 'ServicesScreen'),
  ),
  page(
    'geolocation/routes',
    'Trajets',
    companyAdmins,
    screen(() => import('./routes/RoutesScreen.tsx'), 'RoutesScreen'),
  ),
  page(
    'geolocation/routes/create',
    'Nouveau trajet',
    companyAdmins,
    screen(() => import('./routes/RouteFormScreen.tsx'), 'CreateRouteScreen'),
  ),
  page(
    'geolocation/routes/edit/$id',
    'Trajet',
    companyAdmins,
    screen(() => import('./routes/RouteFormScreen.tsx'), 'EditRouteScreen'),
  ),
  page(
    'geolocation/run-tracking/{-$id}',
    'Suivi',
    companyAdmins,
    screen(() => import('./routes/FleetScreens.tsx'), 'RunTrackingScreen'),
  ),
  page(
    'geolocation/runs/{-$id}',
    'Historique',
    companyAdmins,
    screen(() => import('./routes/FleetScreens.tsx'), 'RunsScreen'),
  ),
  page(
    'geolocation/devices/{-$id}',
    'Appareils',
    platformStaff,
    screen(() => import('./routes/FleetScreens.tsx'), 'DevicesScreen'),
  ),
  page(
    'geolocation/opt-in',
    'Géolocalisation',
    companyAdmins,
    screen(() => import('./routes/FleetScreens.tsx'), 'FleetOptInScreen'),
  ),
  sectionStart('geolocation', '/dashboard/geolocation/routes'),
  sectionStart('geolocation/$', '/dashboard/geolocation/routes'),
  page(
    'alerts/sending',
    'Alertes',
    alertSenders,
    screen(() => import('./alerts/SendingScreen.tsx'), 'SendingScreen'),
  ),
  page(
    'alerts/history',
    'Historique des alertes',
    companyAdmins,
    screen(() => import('./alerts/HistoryScreen.tsx'), 'HistoryScreen'),
  ),
  page(
    'alerts/messages/{-$messageId}',
    'Messages',
    companyAdmins,
    screen(() => import('./messages/MessagesScreen.tsx'), 'MessagesScreen'),
  ),
  page(
    'alerts/messages/create',
    'Nouveau message',
    companyAdmins,
    screen(() => import('./messages/MessageFormScreen.tsx'), 'CreateMessageScreen'),
  ),
  page(
    'alerts/messages/edit/$messageId',
    'Message',
    companyAdmins,
    screen(() => import('./messages/MessageFormScreen.tsx'), 'EditMessageScreen'),
  ),
  page('alerts/sectors', 'Secteurs', companyAdmins, sectorsScreen),
  page('alerts/sectors/group/$id', 'Secteurs', companyAdmins, sectorsScreen),
  page('alerts/sectors/sector/$id', 'Secteurs', companyAdmins, sectorsScreen),
  page(
    'alerts/sectors/group/create',
    'Nouveau regroupement',
    companyAdmins,
    screen(() => import('./groupings/GroupingFormScreen.tsx'), 'CreateGroupingScreen'),
  ),
  page(
    'alerts/sectors/group/$id/edit',
    'Regroupement',
    companyAdmins,
    screen(() => import('./groupings/GroupingFormScreen.tsx'), 'EditGroupingScreen'),
  ),
  page(
    'alerts/sectors/sector/create',
    'Nouveau secteur',
    companyAdmins,
    screen(() => import('./sectors/SectorFormScreen.tsx'), 'CreateSectorScreen'),
  ),
  page(
    'alerts/sectors/sector/$sectorId/edit',
    'Secteur',
    companyAdmins,
    screen(() => import('./sectors/SectorFormScreen.tsx'), 'EditSectorScreen'),
  ),
  page(
    'alerts/alerts-list',
    'Liste d’alertes',
    companyAdmins,
    screen(() => import('./sectors/AlertListScreen.tsx'), 'AlertListScreen'),
  ),
  page(
    'alerts/alerts-list/create',
    'Nouveau sous-secteur',
    companyAdmins,
    screen(() => import('./sectors/AlertListFormScreen.tsx'), 'CreateAlertListScreen'),
  ),
  page(
    'alerts/alerts-list/edit/$id',
    'Sous-secteur',
    companyAdmins,
    screen(() => import('./sectors/AlertListFormScreen.tsx'), 'EditAlertListScreen'),
  ),
  page(
    'alerts/alerts',
    'Alertes',
    companyAdmins,
    screen(() => import('./groupings/GroupingsScreen.tsx'), 'GroupingsScreen'),
  ),
  sectionStart('alerts', '/dashboard/alerts/sending'),
  sectionStart('alerts/$', '/dashboard/alerts/sending'),
  // Sections whose screens are still to come: they route, guard and say so.
  createRoute({
    getParentRoute: () => dashboard,
    path: 'contracts',
    component: soon,
    staticData: { title: 'Contrats', who: companyAdmins },
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'quotes',
    component: soon,
    staticData: { title: 'Soumissions', who: companyAdmins },
  }),
  ...(
    [
      ['contract-templates', 'Modèles de contrats', companyAdmins],
      ['tracking-provider', 'Fournisseur de suivi', platformStaff],
    ] as const
  ).map(([path, title, who]) => createRoute({ getParentRoute: () => dashboard, path, component: soon, staticData: { title, who } })),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'settings',
    component: lazyRouteComponent(() => import('./companies/SettingsScreen.tsx'), 'SettingsScreen'),
    staticData: { title: 'Paramètres', who: office },
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'company/$tab',
    component: lazyRouteComponent(() => import('./companies/CompanyScreen.tsx'), 'CompanyScreen'),
    staticData: { title: 'Ma compagnie', who: companyAdmins },
  }),
  sectionStart('company', '/dashboard/company/general'),
  sectionStart('company/$', '/dashboard/company/general'),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'profile',
    component: lazyRouteComponent(() => import('./identity/ProfileScreen.tsx'), 'ProfileScreen'),
    staticData: { title: 'Mon profil', who: office },
  }),
  createRoute({ getParentRoute: () => dashboard, path: '$', component: LostInDashboard, staticData: { title: 'Page introuvable' } }),
])

// Every component in its states. Only while developing: a build for users does not contain it.
const design = createRoute({
  getParentRoute: () => root,
  path: '/design',
  component: import.meta.env.DEV ? lazyRouteComponent(() => import('./design/DesignScreen.tsx')) : LostScreen,
  pendingComponent: () => null, // no theme around it yet
  staticData: { title: 'Composants' },
})

/** A section's own path, and whatever unknown path lies under it, lead to its first page. */
function sectionStart<const Path extends string>(
  path: Path,
  to:
    | '/dashboard/accounts/list'
    | '/dashboard/alerts/sending'
    | '/dashboard/client-folders/list'
    | '/dashboard/geolocation/routes'
    | '/dashboard/companies/list/{-$companyId}'
    | '/dashboard/company/general',
) {
  return createRoute({
    getParentRoute: () => dashboard,
    path,
    beforeLoad: () => {
      throw redirect({ to, search: true }) // the welcome of a new company is asked for in the search
    },
  })
}

export const router = createRouter({
  routeTree: root.addChildren([toSignIn, publicPages, portalPages, dashboardPages, design]),
  defaultPendingComponent: LoadingPage,
  defaultErrorComponent: BrokenScreen,
  defaultPreload: 'intent',
  scrollRestoration: true,
})
