// Every back-office route, for each role: the page itself, or a redirect to the role's landing page.
import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { signIn } from './people.ts'

const admins = ['super_admin', 'admin', 'owner']
const dispatchers = [...admins, 'dispatcher']
const office = [...dispatchers, 'manager', 'employee']
const staff = ['super_admin', 'admin']

const routes: [path: string, who: readonly string[], title: string][] = [
  ['home', [...dispatchers, 'employee'], 'Accueil'],
  ['client-folders', admins, 'Clients'],
  ['occupants', [...admins, 'manager'], 'Occupants'],
  ['contracts', admins, 'Contrats'],
  ['operations', dispatchers, 'Opérations'],
  ['alerts', [...dispatchers, 'employee'], 'Alertes'],
  ['alerts/history', dispatchers, 'Historique des alertes'],
  ['geolocation/run-tracking', dispatchers, 'Suivi'],
  ['geolocation/runs', dispatchers, 'Historique'],
  ['geolocation', admins, 'Trajets'], // the section's first tab
  ['quotes', admins, 'Soumissions'],
  ['accounts/list', admins, 'Comptes'],
  ['accounts/create', admins, 'Nouveau compte'],
  ['settings', office, 'Paramètres'],
  ['company/general', admins, 'Ma compagnie'],
  ['company/billing', admins, 'Ma compagnie'],
  ['company/import', staff, 'Ma compagnie'],
  ['profile', office, 'Mon profil'],
  ['companies/list', staff, 'Compagnies'],
  ['companies/archives', staff, 'Compagnies archivées'],
  ['companies/create', staff, 'Nouvelle compagnie'],
  ['provisioning-profiles', staff, 'Profils de provisionnement'],
  ['settings/lightbug', staff, 'Fournisseur de suivi'],
  ['statistics', ['super_admin'], 'Statistiques'],
  ['i-am-client', ['client'], 'Espace client'],
]

const people: [role: string, email: string, landing: string][] = [
  ['super_admin', 'super@bordee.demo', 'companies/list'],
  ['admin', 'admin@bordee.demo', 'companies/list'],
  ['owner', 'proprio@bordee.demo', 'client-folders'],
  ['manager', 'gestion@bordee.demo', 'occupants'],
  ['employee', 'equipe@bordee.demo', 'alerts'],
  ['dispatcher', 'repartition@bordee.demo', 'operations'],
  ['client', 'client@bordee.demo', 'i-am-client'],
]

/** Navigates like a link, without reloading the application: a hundred page loads would take minutes. */
const openInApp = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

for (const [role, email, landing] of people) {
  test(`${role} sees the pages allowed and is redirected home from the others`, async ({ page }) => {
    await signIn(page, email)
    for (const [path, who, title] of routes) {
      if (path === 'home' && role === 'dispatcher') continue // the board, while an operation is open
      await openInApp(page, `/dashboard/${path}`)
      // Only staff see the import tab; « Ma compagnie » opens on its first tab for the others.
      const expected = who.includes(role) ? path : path === 'company/import' && admins.includes(role) ? 'company/general' : landing
      await expect(page, path).toHaveURL(new RegExp(`/dashboard/${expected}(/|$)`))
      // Check the page too, not only the URL.
      const shown = who.includes(role) ? title : (routes.find(([one]) => one === expected)?.[2] ?? title)
      await expect(page, path).toHaveTitle(new RegExp(shown))
    }
    await page.goto('/dashboard/nulle-part')
    await expect(page.getByRole('heading', { name: 'Page introuvable' })).toBeVisible()
  })
}
