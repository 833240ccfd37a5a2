// How to walk through the user guide (docs/guide): contracts and fleet.
import type { Page } from '@playwright/test'
import { newFleet } from './fleet.ts'
import type { Walk } from './guide.ts'
import { dialog, main, openFolder, openRow, openRowUntil, owner, press } from './guide-deeds.ts'

const client = 'client@bordee.demo'
const contracts = '/dashboard/contracts/list'
const phone = { isPhone: true }

/** Opens the newest contract whose row reads so, from the list. */
const openContract = (row: RegExp) => async (page: Page) => {
  await openRow(row)(page)
  await page.getByRole('link', { name: 'Ouvrir le contrat' }).click()
  await page.getByRole('heading', { name: /^Contrat /, level: 1 }).waitFor()
}
const draft = /Brouillon/

/** A contract of the client's, on a phone. */
const ownContract = (page: Page, status: string) => page.getByRole('article', { name: /^Contrat / }).filter({ hasText: status })

/** The portal asks for the occupants after the signature. */
async function openOccupants(page: Page) {
  await ownContract(page, 'Signé')
    .getByRole('link', { name: /^Consulter/ })
    .click()
  await page.getByRole('link', { name: /occupants/i }).click()
  await page.getByRole('heading', { name: 'Occupants à aviser' }).waitFor()
}

/** « Où est ma déneigeuse? », which the portal opens in a tab of its own. */
async function openOwnPage(page: Page) {
  const path = await page
    .getByRole('link', { name: /Où est ma déneigeuse/ })
    .first()
    .getAttribute('href')
  await page.goto(path ?? '')
}

const paymentsOf = (page: Page) => page.getByRole('region', { name: 'Inscrire un paiement' })

/** An owner with a new company, whose runs no other test touches. */
const driver: Walk['who'] = async (request) => (await newFleet(request)).email

export const seasonWalks: Walk[] = [
  {
    page: 'bulletin',
    who: owner,
    stops: [
      { path: '/dashboard/settings' },
      { path: '/dashboard/bulletin/settings' },
      { path: '/dashboard/bulletin', act: press('Départ imminent'), picture: 'bulletin', of: main, height: 1100 },
    ],
  },
  {
    page: 'bulletin',
    who: null,
    stops: [{ path: '/bulletin/deneigement-boreal', picture: 'page-bulletin', ...phone }],
  },
  {
    page: 'residents',
    who: owner,
    stops: [
      { path: '/dashboard/alerts/messages', act: press(/menu de/) },
      { path: '/dashboard/company/general' },
      { path: '/dashboard/occupants', act: openRow(/Texto/) },
    ],
  },
  {
    page: 'residents',
    who: client,
    stops: [
      { path: '/client/visits', ...phone },
      { act: openOwnPage, picture: 'suivi-resident', ...phone },
    ],
  },
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
      { path: contracts, act: openContract(draft), picture: 'contrat', height: 900 },
      { path: contracts, act: openContract(/Claire Pelletier.*(Envoyé|Consulté)/) },
      {
        path: contracts,
        act: async (page) => {
          await page.getByRole('row', { name: draft }).first().getByRole('checkbox').check()
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
      { path: contracts, act: openRow(/Véronique Vachon/), picture: 'surplus', height: 900 },
      {
        path: contracts,
        act: async (page) => {
          await openContract(/Signé(?! le)/)(page)
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
          await ownContract(page, 'À signer')
            .getByRole('link', { name: /^Lire et signer/ })
            .click()
          await page.getByRole('button', { name: 'Signer le contrat' }).scrollIntoViewIfNeeded()
        },
        picture: 'signature',
        ...phone,
      },
      {
        path: '/client/contracts',
        act: async (page) => {
          await ownContract(page, 'Signé')
            .getByRole('link', { name: /Voir les versements$/ })
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
    page: 'operations',
    who: owner,
    stops: [
      { path: '/dashboard/operations/create' },
      {
        path: '/dashboard/operations',
        act: async (page) => {
          await openRow(/En cours/)(page)
          await page.locator('[data-ready]').waitFor()
        },
        picture: 'nuit',
        height: 820,
      },
      {
        act: (page) =>
          page
            .getByRole('checkbox', { name: /^Choisir/ })
            .first()
            .click(),
      },
      { act: press(/^Actions, Beauport/) }, // its truck is out
      {
        act: async (page) => {
          await page.keyboard.press('Escape')
          await press('Autres actions')(page)
        },
      },
    ],
  },
  {
    page: 'bilan',
    who: owner,
    stops: [
      { path: '/dashboard/operations' },
      {
        act: async (page) => {
          await page.getByRole('link', { name: 'Bilan de saison' }).click()
          await page.getByRole('button', { name: 'Ignorer…' }).first().waitFor()
        },
        picture: 'bilan',
        height: 760,
      },
    ],
  },
  {
    page: 'reclamations',
    who: owner,
    stops: [
      {
        path: '/dashboard/client-folders/sites',
        act: async (page) => {
          await page.getByRole('row').nth(1).click()
          await page.getByRole('link', { name: 'Ouvrir une réclamation' }).waitFor()
        },
      },
      { act: async (page) => page.getByRole('link', { name: 'Ouvrir une réclamation' }).click() },
      {
        path: '/dashboard/claims',
        act: async (page) => {
          await openRow(/Marc Pelletier/)(page)
          await page.getByRole('button', { name: 'Figer' }).waitFor()
        },
        picture: 'reclamation',
        of: main,
      },
      {
        act: async (page) => {
          await page.getByRole('button', { name: 'Dossier de preuve' }).click()
          await page
            .getByRole('dialog')
            .getByRole('button', { name: 'Télécharger' })
            .first()
            .or(page.getByText('Aucun dossier'))
            .first()
            .waitFor()
        },
      },
      {
        path: '/dashboard/claims',
        act: async (page) => {
          await openRow(/Ginette Lavoie/)(page)
          await page.getByRole('button', { name: 'Télécharger' }).first().waitFor()
        },
      },
      {
        act: async (page) => {
          await page.getByRole('link', { name: 'Claire Pelletier' }).click()
          await page.getByRole('tab', { name: 'Visites' }).click()
          await page.getByRole('button', { name: 'Corriger' }).first().waitFor()
        },
      },
    ],
  },
  {
    page: 'telephone',
    who: owner,
    stops: [
      {
        path: '/dashboard/operations',
        act: async (page) => {
          await openRow(/En cours/)(page)
          await page.locator('[data-ready]').waitFor()
        },
      },
      {
        act: async (page) => {
          await page.keyboard.press('F8')
          await page.getByText('Derniers appels').waitFor()
        },
      },
      {
        act: async (page) => {
          await page.keyboard.type('tardif')
          await page.getByRole('button', { name: /Demande de passage/ }).waitFor()
        },
        picture: 'fiche-appel',
        height: 760,
      },
      { act: press(/Demande de passage/) },
      { path: '/dashboard/client-folders/list', act: openFolder('Amélie Tardif') },
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
          await openRow(/97\s%/)(page)
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
