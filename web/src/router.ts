// The route map: which screen is at which path, who may see it, and where each section starts. Guards and titles read
// it; the menu and the landing pages are in office.routes.ts.
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
import type { OfficeScreen } from './officeScreens.ts'
import { Coming } from './shells/Coming.tsx'
import { BrokenScreen, LostInDashboard, LostInPortal, LostScreen } from './shells/Lost.tsx'
import { LoadingPage } from './ui/states.tsx'

/** What a route declares besides its path. */
interface PageFacts {
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
const publicShell = createRoute({
  getParentRoute: () => root,
  id: 'public',
  component: lazyRouteComponent(() => import('./shells/PublicShell.tsx'), 'PublicShell'),
  pendingComponent: Coming,
})

/** Reads the given search parameters as text and drops all others. (The router parses « 12 » as a number.) */
const textSearch =
  <K extends string>(...keys: K[]) =>
  (search: Record<string, unknown>): { [Key in K]?: string } => {
    const texts = keys.map((key) => [key, typeof search[key] === 'number' ? `${search[key]}` : search[key]] as const)
    return Object.fromEntries(texts.filter(([, text]) => typeof text === 'string')) as { [Key in K]?: string }
  }

/** The public pages that use `calls.ts`. Sign-in and e-mailed links do without it, to load less. */
const publicAnswers = createRoute({
  getParentRoute: () => publicShell,
  id: 'answers',
  component: lazyRouteComponent(() => import('./answers.tsx'), 'AnswersOutlet'),
})

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
    path: '/auth/redirect',
    validateSearch: textSearch('mode', 'email', 'contractId', 'companyId', 'oobCode'),
    component: lazyRouteComponent(() => import('./identity/RedirectScreen.tsx'), 'RedirectScreen'),
    staticData: { title: 'Un instant…' },
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
  publicAnswers.addChildren([
    createRoute({
      getParentRoute: () => publicAnswers,
      path: '/sign-up',
      component: lazyRouteComponent(() => import('./companies/SignUpScreen.tsx'), 'SignUpScreen'),
      staticData: { title: 'Inscription' },
    }),
    createRoute({
      getParentRoute: () => publicAnswers,
      path: '/reset-password',
      component: lazyRouteComponent(() => import('./identity/ResetPasswordScreen.tsx'), 'ResetPasswordScreen'),
      staticData: { title: 'Mot de passe oublié' },
    }),
    createRoute({
      getParentRoute: () => publicAnswers,
      path: '/edit-password',
      component: lazyRouteComponent(() => import('./identity/EditPasswordScreen.tsx'), 'EditPasswordScreen'),
      staticData: { title: 'Nouveau mot de passe' },
    }),
    createRoute({
      getParentRoute: () => publicAnswers,
      path: '/second-factor',
      component: lazyRouteComponent(() => import('./identity/SecondFactorScreen.tsx'), 'SecondFactorScreen'),
      staticData: { title: 'Validation en deux étapes' },
    }),
    createRoute({
      getParentRoute: () => publicAnswers,
      path: '/verification',
      component: lazyRouteComponent(() => import('./contracts/VerificationScreen.tsx'), 'VerificationScreen'),
      staticData: { title: 'Vérifier un contrat' },
    }),
    createRoute({
      getParentRoute: () => publicAnswers,
      path: '/sandbox/$page/$token',
      component: lazyRouteComponent(() => import('./sandbox/SandboxScreen.tsx'), 'SandboxScreen'),
      staticData: { title: 'Paiement' },
    }),
    createRoute({
      getParentRoute: () => publicAnswers,
      path: '/auth/client/sign-in',
      validateSearch: textSearch('email', 'companyId', 'contractId'),
      component: lazyRouteComponent(() => import('./identity/ClientSignInScreen.tsx'), 'ClientSignInScreen'),
      staticData: { title: 'Espace client' },
    }),
  ]),
])

// The client portal.
const portal = createRoute({
  getParentRoute: () => root,
  path: '/client',
  component: lazyRouteComponent(() => import('./shells/PortalShell.tsx'), 'PortalShell'),
  pendingComponent: Coming,
})

/** A portal page: path, title and screen. */
const portalPage = <const Path extends string, Module extends Record<string, RouteComponent>, Name extends keyof Module & string>(
  path: Path,
  title: string,
  screen: Name,
  load: () => Promise<Module>,
) => createRoute({ getParentRoute: () => portal, path, component: lazyRouteComponent(load, screen), staticData: { title } })

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
  portalPage('contracts', 'Contrats', 'PortalContractsScreen', () => import('./portal/PortalContractsScreen.tsx')),
  portalPage('contracts/$contractId', 'Contrat', 'PortalContractScreen', () => import('./portal/PortalContractScreen.tsx')),
  portalPage(
    'contracts/$contractId/occupants',
    'Occupants à avertir',
    'PortalOccupantsScreen',
    () => import('./portal/PortalOccupantsScreen.tsx'),
  ),
  portalPage(
    'contracts/$contractId/payment/{-$paymentScheduleId}',
    'Versements',
    'PortalPaymentScreen',
    () => import('./portal/PortalPaymentScreen.tsx'),
  ),
  portalPage('alerts', 'Mes avis', 'PortalAlertsScreen', () => import('./portal/PortalAlertsScreen.tsx')),
  portalPage('data', 'Mes données', 'PortalDataScreen', () => import('./portal/PortalDataScreen.tsx')),
  createRoute({ getParentRoute: () => portal, path: '$', component: LostInPortal, staticData: { title: 'Page introuvable' } }),
])

// The back-office.
const dashboard = createRoute({
  getParentRoute: () => root,
  path: '/dashboard',
  validateSearch: (search: Record<string, unknown>): { signUpWelcome?: boolean } => (search.signUpWelcome ? { signUpWelcome: true } : {}),
  component: lazyRouteComponent(() => import('./shells/DashboardShell.tsx'), 'DashboardShell'),
  pendingComponent: Coming,
})

/** A back-office page: path, title, roles and screen, which is loaded on first use. */
const page = <const Path extends string>(path: Path, title: string, who: readonly Role[], screen: OfficeScreen) => {
  const load = async (): Promise<Record<string, RouteComponent>> => (await import('./officeScreens.ts')).officeScreens[screen]()
  return createRoute({ getParentRoute: () => dashboard, path, component: lazyRouteComponent(load, screen), staticData: { title, who } })
}

const dashboardPages = dashboard.addChildren([
  page('i-am-client', 'Espace client', ['client'], 'IAmClientScreen'),
  page('accounts/list', 'Comptes', companyAdmins, 'AccountsScreen'),
  page('accounts/create', 'Nouveau compte', companyAdmins, 'CreateAccountScreen'),
  page('accounts/edit/$id', 'Compte', companyAdmins, 'EditAccountScreen'),
  sectionStart('accounts', '/dashboard/accounts/list'),
  sectionStart('accounts/$', '/dashboard/accounts/list'),
  page('companies/list/{-$companyId}', 'Compagnies', platformStaff, 'CompaniesScreen'),
  page('companies/archives/{-$companyId}', 'Compagnies archivées', platformStaff, 'ArchivedCompaniesScreen'),
  page('companies/create', 'Nouvelle compagnie', platformStaff, 'CreateCompanyScreen'),
  page('companies/edit/$companyId', 'Modifier une compagnie', platformStaff, 'EditCompanyScreen'),
  sectionStart('companies', '/dashboard/companies/list/{-$companyId}'),
  sectionStart('companies/$', '/dashboard/companies/list/{-$companyId}'),
  page('outbox', 'Boîte d’envoi', platformStaff, 'OutboxScreen'),
  page('provisioning-profiles', 'Profils de provisionnement', platformStaff, 'ProvisioningScreen'),
  page('statistics', 'Statistiques', superAdmins, 'StatisticsScreen'),
  page('client-folders/list', 'Clients', companyAdmins, 'ClientsScreen'),
  page('client-folders/sites', 'Points de service', companyAdmins, 'SitesScreen'),
  page('client-folders/occupants', 'Occupants', companyAdmins, 'FolderOccupantsScreen'),
  page('client-folders/create', 'Nouveau client', companyAdmins, 'CreateClientScreen'),
  page('client-folders/edit/$clientId/$tab', 'Client', companyAdmins, 'ClientFolderScreen'),
  // The same form at four addresses.
  page('client-folders/edit/$clientId/sites/create', 'Nouveau point de service', companyAdmins, 'SiteFormScreen'),
  page('client-folders/edit/$clientId/sites/edit/$siteId', 'Point de service', companyAdmins, 'SiteFormScreen'),
  page('client-folders/sites/create', 'Nouveau point de service', companyAdmins, 'SiteFormScreen'),
  page('client-folders/sites/edit/$siteId', 'Point de service', companyAdmins, 'SiteFormScreen'),
  page('client-folders/edit/$clientId/visits/site/$site', 'Visites', companyAdmins, 'SiteVisitsScreen'),
  createRoute({
    getParentRoute: () => dashboard,
    path: 'client-folders/edit/$clientId',
    beforeLoad: ({ params }) => {
      throw redirect({ to: '/dashboard/client-folders/edit/$clientId/$tab', params: { ...params, tab: 'client' } })
    },
  }),
  sectionStart('client-folders', '/dashboard/client-folders/list'),
  sectionStart('client-folders/$', '/dashboard/client-folders/list'),
  page('occupants', 'Occupants', folderReaders, 'OccupantsScreen'),
  page('services/{-$serviceId}', 'Services', companyAdmins, 'ServicesScreen'),
  page('geolocation/routes', 'Trajets', companyAdmins, 'RoutesScreen'),
  page('geolocation/routes/create', 'Nouveau trajet', companyAdmins, 'CreateRouteScreen'),
  page('geolocation/routes/edit/$id', 'Trajet', companyAdmins, 'EditRouteScreen'),
  page('geolocation/run-tracking/{-$id}', 'Suivi', companyAdmins, 'RunTrackingScreen'),
  page('geolocation/runs/{-$id}', 'Historique', companyAdmins, 'RunsScreen'),
  page('geolocation/devices/{-$id}', 'Appareils', companyAdmins, 'DevicesScreen'),
  page('geolocation/opt-in', 'Géolocalisation', companyAdmins, 'FleetOptInScreen'),
  sectionStart('geolocation', '/dashboard/geolocation/routes'),
  sectionStart('geolocation/$', '/dashboard/geolocation/routes'),
  page('alerts/sending', 'Alertes', alertSenders, 'SendingScreen'),
  page('alerts/history', 'Historique des alertes', companyAdmins, 'HistoryScreen'),
  page('alerts/history/$code', 'Détail d’un envoi', companyAdmins, 'AlertDetailScreen'),
  page('alerts/messages/{-$messageId}', 'Messages', companyAdmins, 'MessagesScreen'),
  page('alerts/messages/create', 'Nouveau message', companyAdmins, 'CreateMessageScreen'),
  page('alerts/messages/edit/$messageId', 'Message', companyAdmins, 'EditMessageScreen'),
  page('alerts/sectors', 'Secteurs', companyAdmins, 'SectorsScreen'),
  page('alerts/sectors/group/$id', 'Secteurs', companyAdmins, 'SectorsScreen'),
  page('alerts/sectors/sector/$id', 'Secteurs', companyAdmins, 'SectorsScreen'),
  page('alerts/sectors/group/create', 'Nouveau regroupement', companyAdmins, 'CreateGroupingScreen'),
  page('alerts/sectors/group/$id/edit', 'Regroupement', companyAdmins, 'EditGroupingScreen'),
  page('alerts/sectors/sector/create', 'Nouveau secteur', companyAdmins, 'CreateSectorScreen'),
  page('alerts/sectors/sector/$sectorId/edit', 'Secteur', companyAdmins, 'EditSectorScreen'),
  page('alerts/alerts-list', 'Liste d’alertes', companyAdmins, 'AlertListScreen'),
  page('alerts/alerts-list/create', 'Nouveau sous-secteur', companyAdmins, 'CreateAlertListScreen'),
  page('alerts/alerts-list/edit/$id', 'Sous-secteur', companyAdmins, 'EditAlertListScreen'),
  page('alerts/alerts', 'Alertes', companyAdmins, 'GroupingsScreen'),
  sectionStart('alerts', '/dashboard/alerts/sending'),
  sectionStart('alerts/$', '/dashboard/alerts/sending'),
  page('contracts/list/{-$contractId}', 'Contrats', companyAdmins, 'ContractsScreen'),
  page('contracts/create/{-$clientId}', 'Nouveau contrat', companyAdmins, 'CreateContractScreen'),
  page('contracts/edit/$contractId', 'Contrat', companyAdmins, 'EditContractScreen'),
  page('contracts/history', 'Historique des contrats', companyAdmins, 'ContractHistoryScreen'),
  page('contracts/payments', 'Paiements des contrats', companyAdmins, 'ContractPaymentsScreen'),
  sectionStart('contracts', '/dashboard/contracts/list/{-$contractId}'),
  sectionStart('contracts/$', '/dashboard/contracts/list/{-$contractId}'),
  page('contract-templates/list/{-$id}', 'Modèles de contrats', companyAdmins, 'TemplatesScreen'),
  page('contract-templates/create', 'Nouveau modèle de contrat', companyAdmins, 'CreateTemplateScreen'),
  page('contract-templates/$id/edit', 'Modèle de contrat', companyAdmins, 'EditTemplateScreen'),
  sectionStart('contract-templates', '/dashboard/contract-templates/list/{-$id}'),
  sectionStart('contract-templates/$', '/dashboard/contract-templates/list/{-$id}'),
  page('quotes', 'Soumissions', companyAdmins, 'QuotesStartScreen'),
  page('quotes/requests/list', 'Soumissions', companyAdmins, 'QuotesScreen'),
  page('quotes/requests/edit/$id', 'Demande de soumission', companyAdmins, 'QuoteScreen'),
  page('quotes/sector/view', 'Secteur des soumissions', companyAdmins, 'QuoteSectorScreen'),
  page('quotes/sector/edit', 'Modifier le secteur', companyAdmins, 'EditQuoteSectorScreen'),
  page('quotes/$', 'Soumissions', companyAdmins, 'QuotesStartScreen'),
  page('settings/lightbug', 'Fournisseur de suivi', platformStaff, 'TrackerSettingsScreen'),
  page('settings', 'Paramètres', office, 'SettingsScreen'),
  page('company/$tab', 'Ma compagnie', companyAdmins, 'CompanyScreen'),
  sectionStart('company', '/dashboard/company/general'),
  sectionStart('company/$', '/dashboard/company/general'),
  page('profile', 'Mon profil', office, 'ProfileScreen'),
  createRoute({ getParentRoute: () => dashboard, path: '$', component: LostInDashboard, staticData: { title: 'Page introuvable' } }),
])

// The design pages: every component in its states. Development only, left out of the build.
const developing = createRoute({
  getParentRoute: () => root,
  id: 'developing',
  component: lazyRouteComponent(() => import('./answers.tsx'), 'AnswersOutlet'),
  pendingComponent: Coming,
})
const design = createRoute({
  getParentRoute: () => developing,
  path: '/design',
  component: import.meta.env.DEV ? lazyRouteComponent(() => import('./design/DesignScreen.tsx')) : LostScreen,
  pendingComponent: Coming,
  staticData: { title: 'Composants' },
})

/** Redirects a section's own path, and any unknown path under it, to its first page. */
function sectionStart<const Path extends string>(
  path: Path,
  to:
    | '/dashboard/accounts/list'
    | '/dashboard/alerts/sending'
    | '/dashboard/client-folders/list'
    | '/dashboard/geolocation/routes'
    | '/dashboard/companies/list/{-$companyId}'
    | '/dashboard/company/general'
    | '/dashboard/contract-templates/list/{-$id}'
    | '/dashboard/contracts/list/{-$contractId}',
) {
  return createRoute({
    getParentRoute: () => dashboard,
    path,
    beforeLoad: () => {
      throw redirect({ to, search: true }) // keep the search: it carries `signUpWelcome`
    },
  })
}

export const router = createRouter({
  routeTree: root.addChildren([toSignIn, publicPages, portalPages, dashboardPages, developing.addChildren([design])]),
  defaultPendingComponent: LoadingPage,
  defaultErrorComponent: BrokenScreen,
  defaultPreload: 'intent',
  scrollRestoration: true,
})
