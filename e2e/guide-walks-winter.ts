// How to walk through the user guide (docs/guide): what is kept of a winter.
import { newFleet } from './fleet.ts'
import type { Walk } from './guide.ts'
import { dialog, main, openRow, openTab, owner, press } from './guide-deeds.ts'

const phone = { isPhone: true }

/** An owner with a new company, whose runs no other test touches. */
const driver: Walk['who'] = async (request) => (await newFleet(request)).email

/** Another one, whose phone has answered nothing yet. */
const worker: Walk['who'] = async (request) => (await newFleet(request)).email

export const winterWalks: Walk[] = [
  {
    page: 'facturation',
    who: owner,
    stops: [
      {
        path: '/dashboard/invoicing/billables',
        act: (page) => page.getByText('Par client', { exact: true }).click(),
        picture: 'a-facturer',
      },
      { act: (page) => page.getByRole('grid', { name: 'À facturer' }).getByRole('row').nth(1).click() },
      { act: (page) => page.getByRole('grid', { name: 'Lignes à facturer' }).getByRole('row').nth(1).click() },
      {
        act: async (page) => {
          await page.keyboard.press('Escape')
          await press('Tout facturer')(page)
        },
      },
      { path: '/dashboard/invoicing/invoices', picture: 'factures-clients' },
      { act: openRow(/Brouillon/) },
      { path: '/dashboard/invoicing/invoices', act: openRow(/Payée en partie/), picture: 'facture-client', height: 1000 },
    ],
  },
  {
    page: 'cheques',
    who: owner,
    stops: [
      {
        path: '/dashboard/contracts/cheques',
        act: async (page) =>
          page
            .getByRole('row', { name: /En main/ })
            .first()
            .waitFor(),
        picture: 'cheques',
      },
      { act: press('Inscrire un chèque') },
      {
        path: '/dashboard/contracts/cheques/calendar',
        act: (page) => page.getByText('À déposer maintenant').waitFor(),
        picture: 'cheques-calendrier',
      },
      { path: '/dashboard/contracts/cheques', act: openRow(/Déposé/) },
      { path: '/dashboard/contracts/cheques', act: openRow(/En main/) },
      {
        path: '/dashboard/contracts/cheques/deposits',
        act: async (page) => page.getByRole('row').nth(1).click(),
      },
    ],
  },
  {
    page: 'heures',
    who: worker,
    stops: [
      { path: '/operateur', act: press(/J’accepte/), ...phone },
      { act: press('Commencer ma journée'), picture: 'operateur-journee', ...phone, height: 560 },
      { act: press('Terminer ma journée'), ...phone },
    ],
  },
  {
    page: 'heures',
    who: owner,
    stops: [
      {
        path: '/dashboard/hours',
        act: async (page) =>
          page
            .getByText(/travaillées/)
            .first()
            .waitFor(),
        picture: 'heures',
      },
      {
        act: async (page) =>
          press('Semaine précédente')(page).then(() =>
            page
              .getByText(/travaillées/)
              .first()
              .waitFor(),
          ),
      },
    ],
  },
  {
    page: 'photos',
    who: driver,
    stops: [
      {
        path: '/operateur',
        act: async (page) => {
          await page.context().grantPermissions(['geolocation'])
          await page.context().setGeolocation({ latitude: 46.8113, longitude: -71.2184, accuracy: 6 })
          await press(/J’accepte/)(page)
          await press('Menu')(page)
          await press('États des lieux à faire')(page)
          await page.getByText('Prendre une photo').first().waitFor()
        },
        ...phone,
      },
      {
        path: '/operateur',
        act: async (page) => {
          await press(/Rue Saint-Jean/)(page)
          await dialog(page).getByRole('button', { name: 'Épandage' }).click()
          await dialog(page).getByRole('button', { name: 'Démarrer', exact: true }).click()
          await press('Glacé')(page)
          await page.getByRole('button', { name: 'Sel', exact: true }).click()
          await page.getByRole('button', { name: 'Annuler le départ' }).waitFor({ state: 'detached' }) // it covers the photos
        },
        picture: 'operateur-epandage',
        ...phone,
        height: 1080,
      },
      { act: press('Dommage'), ...phone },
    ],
  },
  {
    page: 'photos',
    who: owner,
    stops: [
      { path: '/dashboard/client-folders/sites' },
      {
        act: async (page) => {
          await page.getByRole('textbox', { name: 'Rechercher' }).fill('892, rue Hamelin')
          await openRow(/892, rue Hamelin/)(page)
          await openTab('Photos')(page)
          await page
            .getByRole('button', { name: /Voir la photo/ })
            .first()
            .waitFor()
        },
        picture: 'photos',
        height: 560,
      },
      {
        act: async (page) => {
          await press(/Voir la photo/)(page)
          await dialog(page)
            .getByRole('img', { name: /Passage/ })
            .waitFor()
        },
      },
      { path: '/dashboard/company/general' },
    ],
  },
  {
    page: 'centimetres',
    who: owner,
    stops: [
      { path: '/dashboard/operations' },
      {
        path: '/dashboard/season/snow',
        act: (page) => page.getByRole('figure', { name: /jour par jour/ }).waitFor(),
        picture: 'centimetres',
        of: main,
        height: 1250,
      },
      { act: press('Noter la météo') },
      {
        path: '/dashboard/contract-templates/create',
        act: (page) => page.getByText('Plafond en centimètres ou en passages, et prix au-delà').click(),
        picture: 'plafond',
        of: (page) => page.getByRole('region', { name: 'Plafond de la saison' }),
      },
      { path: '/dashboard/company/general' },
      { path: '/dashboard/bulletin/settings' },
    ],
  },
]
