// What « Vérifier » says before anything is imported.
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { emptyFormula, type ImportForecast } from '@bordee/core/imports/import.ts'
import { proposedMappings } from '@bordee/core/imports/mappings.ts'
import { siteCalls } from '@bordee/core/sites/sites.calls.ts'
import { expect, test } from 'vitest'
import { newTemplate } from '../testing/contracts.ts'
import { newClient, newService, newSite } from '../testing/folders.ts'
import { flat, importInto, refusals } from '../testing/imports.ts'
import { type Caller, inCompany, openTestServer } from '../testing/server.ts'
import { asCsv } from '../testing/small-lists.ts'
import { sendFiles } from '../testing/uploads.ts'
import { textRow, workbook, worksheet } from '../testing/workbooks.ts'

const server = await openTestServer()

const forecast = async (staff: Caller, input: object) => (await importInto(staff, { ...input, dryRun: true })) as ImportForecast

async function uploaded(staff: Caller, name: string, bytes: Uint8Array | string) {
  const { body } = await sendFiles(server, staff, [{ name, bytes }])
  return { sheets: body.sheets, request: { data: { uploadId: body.uploadId }, ...proposedMappings(body.sheets) } }
}

test('the check says who will be alerted, who will not, and why', async () => {
  const { admin, companyId } = await server.newCompany()
  await inCompany(
    server,
    companyId,
    (tx) => tx.sql`insert into unsubscribed_phones (company_id, phone) values (${companyId}, '4185550106')`,
  )
  const rows = `
    Nom         | Adresse        | Ville | Téléphone             | Mode d’alerte
    Luc Roy     | 1, rue Cartier | Lévis | 418 555-0101          |
    Anne Côté   | 2, rue Cartier | Lévis | 418 555-0102 (maison) |
    Paul Gagnon | 3, rue Cartier | Lévis | 418 555-0103 (maison) | Appel
    Rita Simard | 4, rue Cartier | Lévis | 418 555-0104 poste 12 |
    Jean Morin  | 5, rue Cartier | Lévis |                       |
    Lise Morin  | 6, rue Cartier | Lévis | 418 555-0106          |`
  const { request } = await uploaded(admin, 'liste.csv', asCsv({ rows }))

  const { alerts, errors } = await forecast(admin, request)

  expect(alerts).toMatchObject({ alerted: 2, unalerted: { landline: 1, extension: 1, phone: 1, unsubscribed: 1 } })
  expect(alerts?.rows.map(({ row }) => row)).toEqual([3, 5, 6, 7])
  expect(errors.map(({ entity, row }) => [entity, row])).toEqual([['occupants', 5]])
})

test('a column headed « Tél. maison » is of land lines', async () => {
  const { admin } = await server.newCompany()
  const rows = `
    Nom     | Adresse        | Ville | Tél. maison
    Luc Roy | 1, rue Cartier | Lévis | 418 555-0101`
  const { request } = await uploaded(admin, 'liste.csv', asCsv({ rows }))
  const mappings = { ...request, occupants: { sheet: 'liste', keyMappings: { name: 'nom', phone: 'tel_maison' } } }
  expect((await forecast(admin, mappings)).alerts).toMatchObject({ alerted: 0, unalerted: { landline: 1 } })
})

test('refused rows are listed in the order of the file, whatever they are refused for', async () => {
  const { admin } = await server.newCompany()
  const rows = [
    { Nom: 'Luc Roy', Adresse: '1, rue Cartier', Tél: '12' },
    { Nom: 'Anne Côté', Adresse: '123', Tél: null },
    { Nom: null, Adresse: '3, rue Cartier', Tél: '418 555-0103' },
  ]
  const fields = { clients: { name: 'Nom', email: 'Tél' }, sites: { address: 'Adresse' }, occupants: { phone: 'Tél', name: 'Nom' } }
  const input = flat(rows, fields)

  const { errors } = await forecast(admin, input)

  const places = errors.map(({ row }) => row)
  expect(new Set(places)).toEqual(new Set([2, 3, 4]))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(await refusals(admin, input)).toEqual(errors)
})

test('the rows of one contract add up its payment methods', async () => {
  const { admin, owner } = await server.newCompany()
  const client = await newClient(owner, { number: '1' })
  await newSite(owner, client.id, { name: 'Entrée' })
  const { name: template } = await newTemplate(owner)
  await newService(owner, { name: 'Déneigement' })
  await newService(owner, { name: 'Sablage' })
  const line = (Service: string, Paiement: string) => ({ Client: '1', Site: 'Entrée', Modèle: template, Service, Prix: 100, Paiement })
  const input = flat([line('Déneigement', 'Chèque'), line('Sablage', 'Virement Interac, chèque'), line('Sablage', 'Comptant')], {
    contracts: {
      clientLink: 'Client',
      siteLink: 'Site',
      contractTemplateLink: 'Modèle',
      serviceLink: 'Service',
      servicePrice: 'Prix',
      paymentMethods: 'Paiement',
    },
  })

  expect(await refusals(admin, input)).toEqual([])

  const [contract] = await owner(contractCalls.listContracts)
  const { paymentMethods } = await owner(contractCalls.getContract, { id: contract?.id ?? '' })
  expect(paymentMethods.toSorted()).toEqual(['cash', 'check', 'interact'])
  expect((await forecast(admin, input)).counts.contracts).toMatchObject({ unchanged: 1, updated: 0 })
})

const cellsOf = (row: number, cells: readonly (string | { formula: string })[]) => {
  const at = (place: number) => `${'ABCDEFGH'[place]}${row}`
  const written = cells.map((cell, place) =>
    typeof cell === 'string'
      ? `<c r="${at(place)}" t="inlineStr"><is><t>${cell}</t></is></c>`
      : `<c r="${at(place)}" t="str"><f>${cell.formula}</f></c>`,
  )
  return `<row r="${row}">${written.join('')}</row>`
}
const asXlsx = (...rows: string[]) => workbook({ sheets: { Feuil1: worksheet(rows.join('')) } })

test('formulas without values give way to the columns beside them, and are reported', async () => {
  const { admin, owner } = await server.newCompany()
  const line = (row: number, ...cells: string[]) =>
    cellsOf(row, [{ formula: `CONCATENATE(C${row},B${row})` }, ...cells, { formula: `D${row}&amp;E${row}` }])
  const file = asXlsx(
    textRow(1, ['Nom complet', 'Nom', 'Prénom', 'No civique', 'Rue', 'Téléphone', 'Adresse']),
    line(2, 'Roy', 'Luc', '12', 'rue Cartier', '418 555-0101'),
    line(3, 'Roy', 'Luc', '14', 'rue Cartier', '418 555-0101'),
    cellsOf(4, [{ formula: 'CONCATENATE(C4,B4)' }]), // formulas are often copied down past the last client
  )
  const { sheets, request } = await uploaded(admin, 'liste.xlsx', file)

  expect(sheets[0]?.columns.flatMap(({ originalKey, emptyFormulas }) => (emptyFormulas ? [[originalKey, emptyFormulas]] : []))).toEqual([
    ['Nom complet', 2],
    ['Adresse', 2],
  ])
  expect(await refusals(admin, request)).toEqual([])
  expect((await owner(siteCalls.listSites)).map(({ name, customerName }) => `${name}, ${customerName}`).toSorted()).toEqual([
    '12, rue Cartier, Luc Roy',
    '14, rue Cartier, Luc Roy',
  ])
})

test('formulas without values that nothing replaces refuse their rows, and say why', async () => {
  const { admin } = await server.newCompany()
  const file = asXlsx(
    textRow(1, ['Nom', 'Adresse']),
    cellsOf(2, ['Luc Roy', { formula: 'B9' }]),
    cellsOf(3, ['Anne Côté', '3, rue Cartier, Lévis']),
  )
  const { sheets, request } = await uploaded(admin, 'liste.xlsx', file)
  expect(sheets[0]?.content[0]).toEqual({ nom: 'Luc Roy', adresse: emptyFormula })
  const { errors, counts } = await forecast(admin, request)
  expect(errors).toMatchObject([{ entity: 'sites', row: 2, message: expect.stringContaining('cette formule n’a pas de valeur') as string }])
  expect(counts.sites).toMatchObject({ created: 1, refused: 1 })
})
