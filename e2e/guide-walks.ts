// How to walk through the user guide (docs/guide): getting started, clients, alerts. Every bold word of a page must
// appear along its walk, and the page's pictures are taken there.
import type { Page } from '@playwright/test'
import { codeOf, factorCard, giveFirstCode, givePasswordAndCode, keepCodes, secretIn } from './factor.ts'
import type { Walk } from './guide.ts'
import { awaitButton, choose, dialog, main, openFolder, openRow, openRowUntil, openTab, owner, press } from './guide-deeds.ts'
import { agree, chooseAddress, demoPassword } from './people.ts'

const folders = '/dashboard/client-folders'

export const officeWalks: Walk[] = [
  {
    page: 'premiere-tempete',
    who: owner,
    stops: [
      { path: `${folders}/list`, act: press(/menu de/) },
      {
        path: '/dashboard/alerts/sending',
        act: async (page) => {
          await choose(page, 'Message', /./)
          await choose(page, 'Secteur', /Sainte-Foy/)
          await page.getByText('Occupants visés').waitFor()
        },
        picture: 'premiere-tempete',
        of: main,
        height: 700,
      },
    ],
  },
  {
    page: 'premiere-nuit',
    who: owner,
    stops: [
      { path: '/dashboard/import-request' },
      { path: `${folders}/create` },
      { path: '/dashboard/trial-night' },
      {
        act: async (page) => {
          await press('Commencer la nuit d’essai')(page)
          await page.getByRole('region', { name: 'Messages aux résidents' }).getByRole('listitem').first().waitFor()
          await page
            .getByRole('list', { name: 'Camions' })
            .getByText(/^[1-9] \//)
            .first()
            .waitFor()
        },
        picture: 'nuit-essai',
      },
      {
        act: async (page) => {
          await press('Terminer')(page)
          await dialog(page).waitFor()
        },
      },
      {
        act: async (page) => {
          await agree(page, 'Terminer et effacer')
          await page.getByRole('complementary', { name: 'Nuit d’essai' }).waitFor({ state: 'detached' })
        },
      },
    ],
  },
  {
    page: 'connexion',
    who: null,
    stops: [{ path: '/sign-up' }, { path: '/reset-password' }, { path: '/sign-in', picture: 'connexion' }],
  },
  { page: 'connexion', who: owner, stops: [{ path: '/dashboard/profile', act: press(/menu de/) }] },
  {
    page: 'compagnie',
    who: owner,
    stops: [{ path: '/dashboard/company/general', picture: 'compagnie' }, { act: press(/menu de/) }],
  },
  {
    page: 'comptes',
    who: owner,
    stops: [
      { path: '/dashboard/accounts/list' },
      {
        path: '/dashboard/accounts/create',
        act: async (page) => {
          await page.getByRole('textbox', { name: 'Prénom' }).fill('Simon')
          await page.getByRole('textbox', { name: 'Nom', exact: true }).fill('Beaulieu')
          await page.getByRole('textbox', { name: 'Courriel' }).fill('simon@exemple.ca')
          await choose(page, 'Rôle', 'Employé')
        },
        picture: 'compte',
      },
      { act: (page) => page.getByRole('combobox', { name: 'Rôle' }).click() },
    ],
  },
  {
    page: 'deux-etapes',
    who: owner,
    stops: [
      { path: '/dashboard/profile', act: press(/menu de/) },
      {
        path: '/dashboard/profile',
        act: async (page) => {
          await factorCard(page).getByRole('button', { name: 'Activer' }).click()
          await page.getByRole('img', { name: 'Code QR à balayer' }).waitFor()
        },
        picture: 'deux-etapes',
        of: factorCard,
        height: 1500,
      },
      { act: beginNewPhone },
      { act: doWithout },
    ],
  },
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
      { path: `${folders}/list`, act: openFolder('Amélie Tardif') },
      {
        act: async (page) => {
          await openTab('Points de service')(page)
          await openRowUntil(/avenue Brown/, 'Dessiner')(page)
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
      { path: `${folders}/list`, act: openFolder('Amélie Tardif') },
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
    page: 'listes',
    who: 'super@bordee.demo',
    stops: [{ path: '/dashboard/company/import', picture: 'importation', of: main, height: 560 }],
  },
  { page: 'listes', who: owner, stops: [{ path: '/dashboard/import-request' }, { path: `${folders}/sites`, picture: 'exporter' }] },
  {
    page: 'soumissions',
    who: owner,
    stops: [
      { path: '/dashboard/quotes/requests/list' },
      { act: openRowUntil(/Mélanie Thibault/, 'Créer le dossier'), picture: 'soumission', of: main, height: 900 },
      { path: '/dashboard/quotes/sector/view', picture: 'formulaire', of: main, height: 1350 },
    ],
  },
  {
    page: 'secteurs',
    who: owner,
    stops: [
      { path: '/dashboard/alerts/sectors', act: openRow(/Limoilou/), picture: 'secteurs', height: 800 },
      { path: '/dashboard/alerts/sectors/sector/create', act: awaitButton('Dessiner') }, // its map loads later
      { path: '/dashboard/alerts/messages' },
      {
        path: '/dashboard/alerts/messages/create',
        act: (page) => choose(page, 'Modèle', /./),
        picture: 'message',
      },
    ],
  },
  {
    page: 'reponses',
    who: owner,
    stops: [
      {
        path: '/dashboard/operations',
        act: async (page) => {
          await openRow(/En cours/)(page)
          await page.locator('[data-ready]').waitFor()
        },
      },
      { act: press('Rappel de l’équipe') },
      {
        act: async (page) => {
          await page.keyboard.press('Escape')
          await openTab('Passages')(page)
        },
      },
      { path: '/dashboard/alerts/replies' },
      {
        act: async (page) => {
          await page.getByText(/Ma boîte aux lettres/).click()
          await page.getByRole('list', { name: 'Messages' }).waitFor()
        },
        picture: 'reponses',
        of: main,
        height: 820,
      },
      {
        act: async (page) => {
          await page.getByRole('textbox', { name: 'Votre réponse' }).fill('Bientôt')
        },
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
    page: 'ligne-vocale',
    who: owner,
    stops: [
      { path: '/dashboard/settings' },
      {
        path: '/dashboard/company/general',
        act: (page) => page.getByText('Ligne vocale', { exact: true }).scrollIntoViewIfNeeded(),
        picture: 'ligne-vocale',
        height: 700,
      },
      { path: '/dashboard/alerts/history' },
      { act: openRow(/Ligne vocale/) },
      {
        path: '/dashboard/operations',
        act: async (page) => {
          await openRow(/En cours/)(page)
          await page.locator('[data-ready]').waitFor()
        },
      },
    ],
  },
  {
    page: 'factures',
    who: owner,
    stops: [{ path: '/dashboard/company/billing', picture: 'factures', height: 900 }, { act: press(/menu de/) }],
  },
]

let recoveryCodes: string[] = []

/** Starts from the QR code on screen. */
async function beginNewPhone(page: Page) {
  recoveryCodes = await giveFirstCode(page, codeOf(await secretIn(factorCard(page))))
  await keepCodes(page)
  await factorCard(page).getByRole('button', { name: 'Changer de téléphone' }).click()
  await givePasswordAndCode(page, 'Changer de téléphone', demoPassword, recoveryCodes[0] ?? '')
  await page.getByRole('img', { name: 'Code QR à balayer' }).waitFor()
}

/** Restores the demo. */
async function doWithout(page: Page) {
  await factorCard(page).getByRole('button', { name: 'Annuler' }).click()
  await factorCard(page).getByRole('button', { name: 'Désactiver' }).click()
  await givePasswordAndCode(page, 'Désactiver la validation en deux étapes?', demoPassword, recoveryCodes[1] ?? '')
  await awaitButton('Activer')(page)
}
