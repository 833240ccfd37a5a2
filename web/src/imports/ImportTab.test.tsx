import type { Company } from '@bordee/core/companies/company.ts'
import type { ImportProgress, Upload } from '@bordee/core/imports/import.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { initApi } from '../api.ts'
import { Look } from '../ui/Look.tsx'
import { ImportTab } from './ImportTab.tsx'

vi.mock('@bordee/core/imports/values.ts', () => ({
  readValue: (_: unknown, cell: unknown) =>
    cell === 'douze' ? { problem: 'Ce numéro est invalide.' } : { value: String(cell).replaceAll(' ', '') },
}))
// The real one uses an XMLHttpRequest, which the fake server can't answer.
vi.mock('./fetchTelling.ts', () => ({ fetchTelling: () => (url: string) => answer(url) }))
vi.mock('../session.tsx', async (original) => ({ ...(await original<object>()), useMe: () => ({ company: { id: 'c1' } }) }))

const upload: Upload = {
  uploadId: '0197a000-0000-7000-8000-000000000009',
  sheets: [
    {
      name: 'Feuil1',
      file: 'clients.csv',
      rowCount: 2,
      content: [
        { nom: 'Côté', tel: '418 555 0142', rue: '12, rue du Nord' },
        { nom: 'Roy', tel: 'douze', rue: '14, rue du Nord' },
      ],
      columns: [
        { normalizedKey: 'nom', originalKey: 'Nom', potentialEntityFields: ['clients.name'] },
        { normalizedKey: 'tel', originalKey: 'Tél.', potentialEntityFields: ['clients.phone', 'occupants.phone'] },
        { normalizedKey: 'rue', originalKey: 'Adresse', potentialEntityFields: ['sites.address'] },
      ],
    },
  ],
}
const refused = { entity: 'clients' as const, sheet: 'Feuil1', row: 3, message: 'Ce numéro est invalide.' }
const places = { wanted: 0, sought: 0, notFound: [] }
const alerts = {
  alerted: 1,
  unalerted: { landline: 2, extension: 0, phone: 1, unsubscribed: 0 },
  rows: [{ entity: 'occupants' as const, sheet: 'Feuil1', row: 4, message: 'Personne n’est avisé sans numéro de téléphone.' }],
}
const counts = { clients: { created: 1, updated: 0, unchanged: 0, refused: 1 } }

/** The fake server. Each test sets its answers to the upload and to the import. */
const server = {
  progress: null as ImportProgress | null,
  files: (): Response => json(upload),
  run: (): Response => json([refused]),
  asked: [] as object[],
}
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
async function answer(url: string, { body }: RequestInit = {}): Promise<Response> {
  if (url.includes('/progress')) return json(server.progress)
  if (url.includes('/validate')) return server.files()
  if (!url.includes('/importation/import')) return new Response('', { status: 404 })
  const asked = JSON.parse(body as string) as { dryRun?: boolean }
  server.asked.push(asked)
  return asked.dryRun ? json({ counts, errors: [refused], alerts }) : server.run()
}

beforeEach(async () => {
  await page.viewport(1280, 900)
  Object.assign(server, { progress: null, files: () => json(upload), run: () => json([refused]), asked: [] })
  initApi({
    token: async () => 'token',
    tokenAtHand: () => 'token',
    companyId: () => null,
    onCompanyChanged: () => undefined,
    fetch: answer as unknown as typeof fetch,
  })
})
afterEach(() => initApi(undefined))

const show = () =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Look>
        <ImportTab company={{ id: '0197a000-0000-7000-8000-000000000001' } as Company} />
      </Look>
    </QueryClientProvider>,
  )
const next = () => page.getByRole('button', { name: 'Suivant' })
const choose = () => page.getByLabelText(/Classeurs Excel/).upload(new File(['Nom\nA\n'], 'clients.csv', { type: 'text/csv' }))

test('files are read, mapped, checked and imported, and the refused rows are shown', async () => {
  await show()
  await expect.element(next()).toBeDisabled()
  await choose()
  await expect.element(page.getByText('1 fichier ajouté')).toBeVisible()
  await next().click()

  const clients = page.getByRole('region', { name: 'Clients', exact: true })
  await expect.element(clients.getByRole('combobox', { name: 'Téléphone' })).toHaveValue('Tél.')
  await expect.element(clients.getByText('4185550142')).toBeVisible()
  await expect.element(clients.getByText('Ce numéro est invalide.')).toBeVisible()
  await expect.element(next()).toBeDisabled()
  await page.getByRole('button', { name: 'Vérifier' }).click()
  await expect.element(page.getByRole('row', { name: 'Clients 1 0 0 1' })).toBeVisible()

  await next().click()
  await expect.element(next()).toBeDisabled()
  await page.getByRole('button', { name: 'Importer', exact: true }).click()
  await expect.element(page.getByRole('dialog').getByRole('row', { name: 'Clients Feuil1 3 Ce numéro est invalide.' })).toBeVisible()
  const mappings = {
    clients: { sheet: 'Feuil1', keyMappings: { name: 'nom', phone: 'tel' } },
    sites: { sheet: 'Feuil1', keyMappings: { address: 'rue' } },
    occupants: { sheet: 'Feuil1', keyMappings: { phone: 'tel' } },
  }
  expect(server.asked).toMatchObject([{ data: { uploadId: upload.uploadId }, dryRun: true, ...mappings }, mappings])
})

test('a required field needs a column, and a changed mapping must be checked again', async () => {
  await show()
  await choose()
  await next().click()
  await page.getByRole('button', { name: 'Vérifier' }).click()
  await expect.element(next()).toBeEnabled()
  await page.getByRole('region', { name: 'Clients', exact: true }).getByRole('combobox', { name: 'Nom' }).click()
  await page.getByRole('option', { name: 'Aucune colonne' }).click()
  await expect.element(page.getByText('Choisissez une colonne.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Vérifier' })).toBeDisabled()
  await expect.element(next()).toBeDisabled()
})

test('a refused file shows the reason, and the user stays on the step', async () => {
  server.files = () => json({ message: 'x', type: 'failure', formErrors: { files: { 0: '« clients.csv » est vide.' } } }, 422)
  await show()
  await choose()
  await next().click()
  await expect.element(page.getByText('« clients.csv » est vide.')).toBeVisible()
  await expect.element(page.getByRole('region', { name: /Choisir les fichiers/ })).toBeVisible()
})

test('an import whose answer was lost is still followed to its end', async () => {
  server.run = () => {
    server.progress = { uploadId: upload.uploadId, state: 'done', done: 2, total: 2, errors: [refused], places }
    throw new TypeError('the network failed')
  }
  await show()
  await choose()
  await next().click()
  await page.getByRole('button', { name: 'Vérifier' }).click()
  await next().click()
  await page.getByRole('button', { name: 'Importer', exact: true }).click()
  await expect.element(page.getByRole('dialog').getByText('Ce numéro est invalide.')).toBeVisible()
})

test('a user who comes back sees the import under way', async () => {
  server.progress = { uploadId: upload.uploadId, state: 'running', done: 500, total: 2000, errors: [], places }
  await show()
  await expect.element(page.getByText('Importation en cours…')).toBeVisible()
  await expect.element(page.getByText(/500 de 2.000.lignes/)).toBeVisible()
  await expect.element(next()).toBeDisabled()
})

test('a failed import tells the user to contact support', async () => {
  server.run = () => json({ message: 'x', type: 'failure' }, 500)
  await show()
  await choose()
  await next().click()
  await page.getByRole('button', { name: 'Vérifier' }).click()
  await next().click()
  await page.getByRole('button', { name: 'Importer', exact: true }).click()
  await expect.element(page.getByText('Impossible d’importer vos données pour le moment. Contactez le support.').first()).toBeVisible()
})

test('a user who left before the end sees the addresses that were not found on the map', async () => {
  const notFound = [{ entity: 'sites' as const, sheet: 'Feuil1', row: 2, message: 'L’adresse de « 12, rue du Nord » n’a pas été trouvée.' }]
  server.progress = {
    uploadId: upload.uploadId,
    state: 'done',
    done: 2,
    total: 2,
    errors: [],
    places: { wanted: 2, sought: 2, notFound },
  }
  await show()
  const last = page.getByRole('region', { name: 'Dernière importation' })
  await expect.element(last.getByText(/1.adresse trouvée sur la carte, 1.introuvable\./)).toBeVisible()
  await last.getByRole('button', { name: 'Voir les adresses' }).click()
  await expect.element(page.getByRole('dialog').getByText(/12, rue du Nord/)).toBeVisible()
})

test('the check says who will be alerted, and lists those who will not', async () => {
  await show()
  await choose()
  await next().click()
  await page.getByRole('button', { name: 'Vérifier' }).click()
  const said = /1.occupant recevra les alertes, 3.n’en recevront pas.: 2.lignes fixes sans appel, 1.sans téléphone\./
  await expect.element(page.getByText(said)).toBeVisible()
  await page.getByRole('button', { name: 'Voir ces lignes' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Occupants sans alertes' }).getByText(/Personne n’est avisé/)).toBeVisible()
})

test('formulas that were saved without their values are reported', async () => {
  const [first] = upload.sheets
  const columns = first?.columns.map((column) => (column.normalizedKey === 'rue' ? { ...column, emptyFormulas: 2 } : column))
  server.files = () => json({ ...upload, sheets: [{ ...first, columns }] })
  await show()
  await choose()
  await next().click()
  await expect.element(page.getByText(/le résultat des formules de «.Adresse.» \(2.lignes\)/)).toBeVisible()
})

test('a second list of clients is reported as left aside', async () => {
  const [first] = upload.sheets
  server.files = () => json({ ...upload, sheets: [first, { ...first, name: 'Autres', file: 'autres.csv' }] })
  await show()
  await choose()
  await next().click()
  await expect.element(page.getByText(/Feuille laissée de côté.: «.Autres.»/)).toBeVisible()
})
