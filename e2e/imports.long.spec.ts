// A company imports its spreadsheets.
import { stat } from 'node:fs/promises'
import type { APIRequestContext, Page } from '@playwright/test'
import { textRow, workbook, worksheet } from '../server/src/testing/workbooks.ts'
import { expect, test } from './journey.ts'
import { looksRight } from './looks.ts'
import { headersOf, newCompany, signIn } from './people.ts'

const staff = 'super@bordee.demo'
const boreal = '0197a000-0000-7000-8000-000000000001'

async function workIn(request: APIRequestContext, companyId: string) {
  const data = { account: { accesses: [{ companyId, isCurrent: true }] } }
  const answer = await request.patch('/api/accounts/current', { headers: await headersOf(request, staff), data })
  expect(answer.status()).toBe(200)
}

test.afterEach(({ request }) => workIn(request, boreal)) // restore: other journeys sign in as the same user

const rows = [
  ['Clients de l’hiver'],
  ['Nom', 'Adresse', 'Ville', 'Code postal', 'Téléphone'],
  ['Hélène Côté', '500, rue Saint-Jean', 'Québec', 'G1R 1P8', '418 555-0142'],
  ['Œuvre &amp; Fils', '510, rue Saint-Jean', 'Québec', 'G1R 1P8', '(418) 555-0143'],
  ['', '520, rue Saint-Jean', 'Québec', 'G1R 1P8', '418 555-0144'],
]
const files = [
  {
    name: 'clients.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: workbook({ sheets: { Feuil1: worksheet(rows.map((row, i) => textRow(i + 1, row)).join('')) } }),
  },
  { name: 'services.csv', mimeType: 'text/csv', buffer: Buffer.from('Nom;Description\nDéneigement;Entrée complète\n', 'latin1') },
]

const next = (page: Page) => page.getByRole('button', { name: 'Suivant' })
const countsOf = (page: Page, entity: string) =>
  page.getByRole('table', { name: 'Ce que fera l’importation' }).getByRole('row', { name: entity }).getByRole('cell')

async function upload(page: Page) {
  await page.getByLabel(/Classeurs Excel/).setInputFiles(files)
  await expect(page.getByRole('button', { name: 'Retirer services.csv' })).toBeVisible()
  await next(page).click()
  await expect(page.getByRole('region', { name: /Étape 2 de 3.*Valider les fichiers/ })).toBeVisible()
}

test('a company’s lists are uploaded, reviewed, checked and imported, and a second import changes nothing', { tag: '@looks' }, async ({
  page,
  request,
}) => {
  const owner = await headersOf(request, await newCompany(request))
  const { id } = (await (await request.get('/api/companies/current', { headers: owner })).json()) as { id: string }
  await workIn(request, id)
  await signIn(page, staff, '/dashboard/company/import')
  await expect(page.getByRole('region', { name: /Étape 1 de 3.*Choisir les fichiers/ })).toBeVisible()
  await expect(next(page)).toBeDisabled()

  await page.getByLabel(/Classeurs Excel/).setInputFiles([{ name: 'photo.csv', mimeType: 'text/csv', buffer: Buffer.from([0, 1, 2, 3]) }])
  await next(page).click()
  await expect(page.getByText('« photo.csv » n’est pas un classeur Excel (.xlsx, .xls) ni un fichier CSV.')).toBeVisible()
  await page.getByRole('button', { name: 'Retirer photo.csv' }).click()

  await upload(page)
  await expect(page.getByRole('region', { name: 'Premières lignes de Feuil1' })).toContainText('Hélène Côté')
  await expect(next(page)).toBeDisabled()
  const mapped = (entity: string, field: string) =>
    page.getByRole('region', { name: entity, exact: true }).getByRole('combobox', { name: field })
  await expect(mapped('Clients', 'Nom')).toHaveValue('Nom')
  await expect(mapped('Points de service', 'Adresse complète')).toHaveValue('Adresse')
  await expect(mapped('Occupants', 'Téléphone')).toHaveValue('Téléphone')
  await expect(mapped('Services', 'Description')).toHaveValue('Description')
  await looksRight(page, 'import-validate')

  await page.getByRole('button', { name: 'Vérifier' }).click()
  await expect(countsOf(page, 'Clients')).toHaveText(['2', '0', '0', '1'])
  await expect(countsOf(page, 'Services')).toHaveText(['1', '0', '0', '0'])
  await expect(page.getByRole('region', { name: 'Lignes refusées' })).toContainText('Feuil1')

  await next(page).click()
  await expect(next(page)).toBeDisabled()
  await page.getByRole('button', { name: 'Importer', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /lignes? refusées?/ })
  await expect(dialog.getByRole('row').nth(1)).toContainText('Clients')
  await expect(dialog.getByRole('row').nth(1).getByRole('cell').nth(2)).toHaveText('5')
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Exporter les lignes refusées' }).click()
  expect((await stat(await (await download).path())).size).toBeGreaterThan(1000)
  await dialog.getByRole('button', { name: 'Fermer' }).last().click()

  await page.getByRole('button', { name: 'Importer d’autres fichiers' }).click()
  await upload(page)
  await page.getByRole('button', { name: 'Vérifier' }).click()
  await expect(countsOf(page, 'Clients')).toHaveText(['0', '0', '2', '1'])
})

const flatList = `Nom;Prénom;Adresse;Ville;Tél. maison;Notes
Tremblay;Luc;12, rue des Érables;Lévis;418 555-0101;ne pas souffler à gauche
Tremblay;Luc;9, rue du Quai;Lévis;418 555-0101;
Roy;Anne;3, rue Cartier;Lévis;;`

test('a flat list is dropped, checked and imported, and both addresses of one client are there', { tag: '@looks' }, async ({
  page,
  request,
}) => {
  const owner = await headersOf(request, await newCompany(request))
  const { id } = (await (await request.get('/api/companies/current', { headers: owner })).json()) as { id: string }
  await workIn(request, id)
  await signIn(page, staff, '/dashboard/company/import')

  await drop(page, { name: 'clients.csv', text: flatList })
  await expect(page.getByText('1 fichier ajouté')).toBeVisible()
  await next(page).click()
  await page.getByRole('button', { name: 'Vérifier' }).click()
  await expect(countsOf(page, 'Clients')).toHaveText(['2', '0', '0', '0'])
  await expect(countsOf(page, 'Points de service')).toHaveText(['3', '0', '0', '0'])
  const told = /0.occupant recevra les alertes, 3.n’en recevront pas.: 2.lignes fixes sans appel, 1.sans téléphone\./
  await expect(page.getByText(told)).toBeVisible()
  await page.getByRole('button', { name: 'Voir ces lignes' }).click()
  await expect(page.getByRole('dialog', { name: 'Occupants sans alertes' }).getByRole('row')).toHaveCount(4)
  await page.getByRole('dialog').getByRole('button', { name: 'Fermer' }).click()
  await looksRight(page, 'import-checked')

  await next(page).click()
  await page.getByRole('button', { name: 'Importer', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Importer d’autres fichiers' })).toBeVisible()

  await page.goto('/dashboard/client-folders/sites')
  for (const address of ['12, rue des Érables', '9, rue du Quai']) {
    const row = page.getByRole('row', { name: address })
    await expect(row).toContainText('Luc Tremblay')
  }
})

/** Drops a file from outside the browser on the page's drop zone. */
async function drop(page: Page, { name, text }: { name: string; text: string }) {
  const files = await page.evaluateHandle(
    ([called, content]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([content], called, { type: 'text/csv' }))
      return transfer
    },
    [name, text] as const,
  )
  await page.getByText('Glissez vos fichiers ici').dispatchEvent('drop', { dataTransfer: files })
}
