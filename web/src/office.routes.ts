// The back-office: every slice's pages, the side menu and the landing pages (docs/product/screens.md).
import type { ActingRole } from '@bordee/core/roles.ts'
import { createRoute } from '@tanstack/react-router'
import { accountPages, accountsSection } from './accounts/accounts.routes.ts'
import { alertPages, alertsSection } from './alerts/alerts.routes.ts'
import { bankFilePages } from './bank-files/bank-files.routes.ts'
import { billablePages, invoicingSection } from './billables/billables.routes.ts'
import { bulletinPages, bulletinsSection } from './bulletins/bulletins.routes.ts'
import { chequePages } from './cheques/cheques.routes.ts'
import { claimPages, claimsSection } from './claims/claims.routes.ts'
import { clientPages, clientsSection } from './clients/clients.routes.ts'
import { companiesSection, companyPages, settingsSection } from './companies/companies.routes.ts'
import { contractPages, contractsSection } from './contracts/contracts.routes.ts'
import { devicePages } from './devices/devices.routes.ts'
import { groupingPages } from './groupings/groupings.routes.ts'
import { homePages, homeSection } from './home/home.routes.ts'
import { identityPages } from './identity/identity.routes.ts'
import { importPages } from './imports/imports.routes.ts'
import { messagePages } from './messages/messages.routes.ts'
import { occupantPages, occupantsSection } from './occupants/occupants.routes.ts'
import { onboardingPages } from './onboarding/onboarding.routes.ts'
import { operationPages, operationsSection } from './operations/operations.routes.ts'
import { photoPages } from './photos/photos.routes.ts'
import { outboxSection, platformPages } from './platform/platform.routes.ts'
import { clientPage } from './portal/portal.routes.ts'
import { privacyPages } from './privacy/privacy.routes.ts'
import { provisioningPages } from './provisioning/provisioning.routes.ts'
import { hoursSection, punchPages } from './punches/punches.routes.ts'
import { quotePages, quotesSection } from './quotes/quotes.routes.ts'
import { replyPages } from './replies/replies.routes.ts'
import { fleetSection, routePages } from './routes/routes.routes.ts'
import { dashboard, type Section } from './routing.ts'
import { operatorSection, runPages, trackingSection } from './runs/runs.routes.ts'
import { seasonPages } from './season/season.routes.ts'
import { sectorPages } from './sectors/sectors.routes.ts'
import { servicePages } from './services/services.routes.ts'
import { LostInDashboard } from './shells/Lost.tsx'
import { sitePages } from './sites/sites.routes.ts'
import { templatePages } from './templates/templates.routes.ts'

const lostPage = createRoute({
  getParentRoute: () => dashboard,
  path: '$',
  component: LostInDashboard,
  staticData: { title: 'Page introuvable' },
})

const officePages = dashboard.addChildren([
  clientPage,
  ...homePages,
  ...accountPages,
  ...companyPages,
  ...platformPages,
  ...provisioningPages,
  ...clientPages,
  ...photoPages,
  ...sitePages,
  ...occupantPages,
  ...servicePages,
  ...routePages,
  ...runPages,
  ...operationPages,
  ...bulletinPages,
  ...onboardingPages,
  ...importPages,
  ...seasonPages,
  ...devicePages,
  ...alertPages,
  ...replyPages,
  ...messagePages,
  ...sectorPages,
  ...groupingPages,
  ...contractPages,
  ...bankFilePages,
  ...chequePages,
  ...templatePages,
  ...billablePages,
  ...claimPages,
  ...punchPages,
  ...quotePages,
  ...privacyPages,
  ...identityPages,
  lostPage,
])
export type OfficePages = typeof officePages

export const menu: Section[] = [
  homeSection,
  operationsSection,
  clientsSection,
  occupantsSection,
  contractsSection,
  invoicingSection,
  claimsSection,
  alertsSection,
  bulletinsSection,
  fleetSection,
  trackingSection,
  operatorSection,
  hoursSection,
  quotesSection,
  accountsSection,
  settingsSection,
  companiesSection,
  outboxSection,
]

/** Where a user begins, if not on their landing page. */
export const start: Partial<Record<ActingRole, string>> = { owner: homeSection.path, dispatcher: homeSection.path }

/** Where a user is redirected when they open a page they have no access to. */
export const landing: Record<ActingRole, string> = {
  super_admin: '/dashboard/companies/list',
  admin: '/dashboard/companies/list',
  owner: '/dashboard/client-folders',
  manager: '/dashboard/occupants',
  dispatcher: '/dashboard/operations',
  employee: '/dashboard/alerts',
  client: '/dashboard/i-am-client',
}
