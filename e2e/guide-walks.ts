// Where each page of the guide for users (docs/guide) is walked: what it names in bold must be seen on the way, and its pictures are taken there.
import type { Page } from '@playwright/test'
import type { Walk } from './guide.ts'
import { chooseAddress } from './people.ts'

const owner = 'proprio@bordee.demo'
const folders = '/dashboard/client-folders'

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()
const openRow = (name: string | RegExp) => (page: Page) => page.getByRole('row', { name }).first().click()
const openTab = (name: string) => (page: Page) => page.getByRole('tab', { name, exact: true }).click()
const main = (page: Page) => page.getByRole('main')
const dialog = (page: Page) => page.getByRole('dialog')

async function choose(page: Page, field: string, option: string | RegExp) {
  await page.getByRole('combobox', { name: field, exact: true }).click()
  await page.getByRole('option', { name: option }).first().click()
}

/** The folder of a client of the demo, from the list. */
async function openFolder(page: Page, name: string) {
  await page.getByRole('textbox', { name: 'Rechercher' }).fill(name)
  await page.getByRole('row', { name }).first().click()
  await page.getByRole('link', { name: 'Ouvrir le dossier' }).click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
}

export const walks: Walk[] = [
  {
    page: 'connexion',
    who: null,
    stops: [{ path: '/sign-up' }, { path: '/reset-password' }, { path: '/sign-in', picture: 'connexion' }],
  },
  { page: 'connexion', who: owner, stops: [{ path: '/dashboard/profile', act: press(/menu de/) }] },
  {
    page: 'clients',
    who: owner,
    stops: [
      {
        path: `${folders}/create`,
        act: async (page) => {
          await page.getByRole('textbox', { name: 'Nom', exact: true }).fill('Rosalie Saint-Amant')
          await page.getByRole('textbox', { name: 'Courriel' }).fill('rosalie@exemple.ca')
          await chooseAddress(page, 'Adresse de facturation', '500 rue saint-jean', 'rue Saint-Jean')
        },
        picture: 'nouveau-client',
        of: main,
        height: 1180,
      },
      { act: press('Suivant') },
      { act: press('Suivant') },
      { path: `${folders}/list`, act: (page) => openFolder(page, 'Alexandre Tardif') },
      {
        act: async (page) => {
          await openTab('Points de service')(page)
          await openRow(/chemin Saint-Louis/)(page)
        },
        picture: 'zones',
        of: (page) => page.getByRole('tabpanel'),
        height: 1500,
      },
    ],
  },
  {
    page: 'occupants',
    who: owner,
    stops: [
      {
        path: `${folders}/occupants`,
        act: async (page) => {
          await page.getByRole('textbox', { name: 'Rechercher' }).fill('désabonné')
          await openRow(/Désabonné/)(page)
        },
      },
      { act: press('Réabonner'), picture: 'reabonner' },
      { path: `${folders}/list`, act: (page) => openFolder(page, 'Alexandre Tardif') },
      {
        act: async (page) => {
          await openTab('Occupants')(page)
          await press('Ajouter un occupant')(page)
          await dialog(page).getByLabel('Prénom').fill('Hélène')
          await dialog(page).getByLabel('Nom', { exact: true }).fill('Gagnon')
          await dialog(page).getByLabel('Téléphone').fill('4185550164')
        },
        picture: 'occupant',
      },
    ],
  },
  {
    page: 'alertes',
    who: owner,
    stops: [
      {
        path: '/dashboard/alerts/sending',
        act: async (page) => {
          await choose(page, 'Message', /./)
          await choose(page, 'Secteur', /Limoilou/)
          await page.getByText('Occupants visés').waitFor()
        },
        picture: 'alerte',
        height: 700,
      },
      { path: '/dashboard/alerts/history', picture: 'historique-alertes', height: 700 },
    ],
  },
  {
    page: 'trajets',
    who: owner,
    stops: [
      { path: '/dashboard/geolocation/routes' },
      { path: '/dashboard/geolocation/routes/create' },
      {
        path: '/dashboard/geolocation/routes',
        act: openRow(/Beauport/),
        picture: 'trajet',
        of: main,
        height: 1250,
      },
    ],
  },
]
