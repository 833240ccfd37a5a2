// How to walk through the user guide (docs/guide): contracts and fleet.
import type { Page } from '@playwright/test'
import { newFleet } from './fleet.ts'
import type { Walk } from './guide.ts'
import { dialog, main, openFolder, openRow, openRowUntil, owner, press } from './guide-deeds.ts'

const client = 'client@bordee.demo'
const contracts = '/dashboard/contracts/list'
const phone = { isPhone: true }

/** Opens a demo contract by its number, from the list. */
const openContract = (number: string) => async (page: Page) => {
  await page.getByRole('textbox', { name: 'Rechercher' }).fill(number)
  await page.getByRole('row', { name: number }).first().click()
  await page.getByRole('link', { name: 'Ouvrir le contrat' }).click()
  await page.getByRole('heading', { name: `Contrat ${number}`, level: 1 }).waitFor()
}

/** The portal asks for the occupants after the signature. */
async function openOccupants(page: Page) {
  await page.getByRole('link', { name: 'Consulter le contrat 2026-0021' }).click()
  await page.getByRole('link', { name: /occupants/i }).click()
  await page.getByRole('heading', { name: 'Occupants à avertir' }).waitFor()
}

const paymentsOf = (page: Page) => page.getByRole('region', { name: 'Inscrire un paiement' })

/** An owner with a new company, whose runs no other test touches. */
const driver: Walk['who'] = async (request) => (await newFleet(request)).email

export const seasonWalks: Walk[] = [
  {
    page: 'modeles',
    who: owner,
    stops: [
      { path: '/dashboard/settings' },
      { path: '/dashboard/services' },
      { path: '/dashboard/contract-templates/create' },
      { path: '/dashboard/contract-templates/list', picture: 'modele', height: 900 },
    ],
  },
  {
    page: 'contrats',
    who: owner,
    stops: [
      { path: '/dashboard/contracts/create' },
      { path: contracts },
      { path: contracts, act: openContract('2026-0027'), picture: 'contrat', height: 900 },
      { path: contracts, act: openContract('2026-0022') },
      {
        path: contracts,
        act: async (page) => {
          await page.getByRole('checkbox', { name: 'Sélectionner 2026-0027' }).check()
          await press('Actions')(page)
        },
        picture: 'contrats',
      },
    ],
  },
  {
    page: 'paiements',
    who: owner,
    stops: [
      { path: contracts, act: openRow('2026-0053'), picture: 'surplus', height: 900 },
      {
        path: contracts,
        act: async (page) => {
          await openContract('2026-0048')(page)
          await press('Ajouter un paiement')(page)
        },
        picture: 'paiement',
        of: paymentsOf,
        height: 2400,
      },
    ],
  },
  {
    page: 'paiement-en-ligne',
    who: owner,
    stops: [
      { path: '/dashboard/company/payment-account' },
      { path: '/dashboard/contract-templates/create' },
      {
        path: '/dashboard/company/general',
        act: (page) => page.getByRole('region', { name: 'Paiement en ligne' }).scrollIntoViewIfNeeded(),
        picture: 'compte-de-paiement',
      },
      { act: press(/menu de/) },
    ],
  },
  { page: 'espace-client', who: null, stops: [{ path: '/auth/client/sign-in' }] },
  {
    page: 'espace-client',
    who: client,
    stops: [
      { path: '/client/data', act: press('Menu'), ...phone },
      { path: '/client/contracts', ...phone },
      {
        act: async (page) => {
          await page.getByRole('link', { name: 'Consulter le contrat 2026-0022' }).click()
          await page.getByRole('button', { name: 'Signer le contrat' }).scrollIntoViewIfNeeded()
        },
        picture: 'signature',
        ...phone,
      },
      {
        path: '/client/contracts',
        act: async (page) => {
          await page
            .getByRole('article', { name: 'Contrat 2026-0021' })
            .getByRole('link', { name: /^\d.*\$$/ })
            .click()
          await page.getByRole('link', { name: /^Payer/ }).waitFor()
        },
        picture: 'versements',
        ...phone,
      },
      { path: '/client/contracts', act: openOccupants, ...phone },
    ],
  },
  {
    page: 'trajets',
    who: owner,
    stops: [
      { path: '/dashboard/geolocation/routes/create' },
      { path: '/dashboard/geolocation/routes' },
      { act: openRowUntil(/Beauport/, 'Optimiser l’ordre'), picture: 'trajet', of: main, height: 1250 },
    ],
  },
  { page: 'operateur', who: owner, stops: [{ path: '/dashboard/settings' }] },
  {
    page: 'operateur',
    who: driver,
    stops: [
      { path: '/operateur', picture: 'operateur-position', ...phone },
      {
        act: async (page) => {
          await page.context().grantPermissions(['geolocation'])
          await page.context().setGeolocation({ latitude: 46.8113, longitude: -71.2184, accuracy: 6 })
          await press(/J’accepte/)(page)
          await press(/Rue Saint-Jean/)(page)
          await dialog(page).getByText('Arrêts').waitFor()
        },
        ...phone,
      },
      {
        act: async (page) => {
          await dialog(page).getByRole('button', { name: 'Démarrer' }).click()
          await page.getByText(/GPS ±/).waitFor()
        },
        picture: 'operateur-arret',
        ...phone,
      },
      { act: press('✓ Marquer comme fait'), ...phone },
      { act: press('Menu'), ...phone },
    ],
  },
  {
    page: 'flotte',
    who: owner,
    stops: [
      { path: '/dashboard/geolocation/run-tracking', picture: 'suivi' },
      { path: '/dashboard/client-folders/list', act: openFolder('Amélie Tardif') },
      { path: '/dashboard/geolocation/runs' },
      {
        act: async (page) => {
          await openRow(/Terminée/)(page)
          await page.getByRole('region', { name: 'Lecture de la tournée' }).waitFor()
        },
        picture: 'rejouer',
        height: 900,
      },
    ],
  },
  {
    page: 'appareils',
    who: owner,
    stops: [
      { path: '/dashboard/geolocation/devices', act: openRow(/Tracteur 4/), picture: 'appareils' },
      { path: '/dashboard/geolocation/devices', act: (page) => page.getByRole('link', { name: 'Nouvel appareil' }).click() },
    ],
  },
]
