// Templates and contracts as rows: a line each.
import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import type { Cell, ImportForecast } from '@bordee/core/imports/import.ts'
import { templateCalls } from '@bordee/core/templates/templates.calls.ts'
import { expect, test } from 'vitest'
import { newTemplate } from '../testing/contracts.ts'
import { newClient, newService, newSite } from '../testing/folders.ts'
import { importInto, refusals } from '../testing/imports.ts'
import { openTestServer } from '../testing/server.ts'

const server = await openTestServer()

function sheetOf(entity: 'templates' | 'contracts', content: Record<string, Cell>[]) {
  const keys = [...new Set(content.flatMap((row) => Object.keys(row)))]
  const mapping = { sheet: entity, keyMappings: Object.fromEntries(keys.map((key) => [key, key])) }
  return { data: { sheets: [{ name: entity, content }] }, [entity]: mapping }
}

async function aCompany() {
  const people = await server.newCompany()
  const client = await newClient(people.owner, { number: '1' })
  const site = await newSite(people.owner, client.id, { name: 'Entrée' })
  const plough = await newService(people.owner, { name: 'Déneigement' })
  return { ...people, client, site, plough }
}

const season = { startAt: '2026-11-01', endAt: '2027-04-15' }

test('a template is created from its rows, then corrected; lines that no row names stay', async () => {
  const { admin, owner, plough } = await aCompany()
  const first = {
    name: 'Résidentiel',
    ...season,
    serviceLink: 'déneigement',
    servicePrice: '425,50 $',
    instalments: '2026-11-01 : 50 % ; 15/01/2027 : 50',
  }
  const balcony = { name: 'RÉSIDENTIEL', lineName: 'Balcon', servicePrice: 45, paymentMethods: 'Chèque' }
  expect(await refusals(admin, sheetOf('templates', [first, balcony]))).toEqual([])
  const [made] = await owner(templateCalls.listTemplates)
  expect(made).toMatchObject({
    name: 'Résidentiel',
    ...season,
    services: [
      { serviceId: plough.id, name: 'Déneigement', price: 425.5, quantity: 1 },
      { serviceId: null, name: 'Balcon', price: 45 },
    ],
    paymentSchedules: [
      { paymentDate: '2026-11-01', percent: 50 },
      { paymentDate: '2027-01-15', percent: 50 },
    ],
    contractTemplatePaymentMethod: ['check'],
  })

  expect(await refusals(admin, sheetOf('templates', [{ ...balcony, servicePrice: 50, deletedAt: '2026-06-01' }]))).toEqual([])

  const [corrected] = await owner(templateCalls.listTemplates)
  expect(corrected).toMatchObject({
    id: made?.id,
    services: [
      { name: 'Balcon', price: 50 },
      { name: 'Déneigement', price: 425.5 },
    ],
    version: 2,
  })
  expect(corrected?.deletedAt).toMatch(/^2026-06-01/)
})

test('a template without dates, with an unknown service or in a company without the module is refused', async () => {
  const { admin, owner, companyId } = await aCompany()
  const rows = [
    { name: 'Sans dates', startAt: null, endAt: null, serviceLink: null, servicePrice: null },
    { name: 'Inconnu', ...season, serviceLink: 'Tonte', servicePrice: 10 },
    { name: null, ...season, serviceLink: 'Déneigement', servicePrice: 10 },
  ]
  const errors = await refusals(admin, sheetOf('templates', rows))
  expect(errors.map(({ row, message }) => [row, message.replaceAll('\u00a0', ' ')])).toEqual([
    [2, 'La date de début est requise.'],
    [3, 'Aucun service « Tonte ».'],
    [4, 'Nom : Ce champ est requis.'],
  ])
  expect(await owner(templateCalls.listTemplates)).toEqual([])
  await admin(companyCalls.updateCompany, { id: companyId, contractConfig: { isActive: false } })
  expect(await refusals(admin, sheetOf('templates', [{ name: 'Bon', ...season }]))).toMatchObject([
    { message: 'Le module Contrats n’est pas actif pour cette compagnie.' },
  ])
})

test('a line without a service keeps its own name, in the forecast of a new template too', async () => {
  const { admin, owner } = await aCompany()
  const templates = sheetOf('templates', [{ name: 'Forfait', ...season }])
  const contracts = sheetOf('contracts', [
    { clientLink: '1', siteLink: 'Entrée', contractTemplateLink: 'Forfait', lineName: 'Balcon', servicePrice: 45 },
  ])
  const both = { ...templates, ...contracts, data: { sheets: [...templates.data.sheets, ...contracts.data.sheets] } }
  const { counts, errors } = (await importInto(admin, { ...both, dryRun: true })) as ImportForecast
  expect(errors).toEqual([])
  expect(counts).toMatchObject({ templates: { created: 1 }, contracts: { created: 1 } })

  expect(await refusals(admin, both)).toEqual([])

  const [made] = await owner(contractCalls.listContracts)
  expect(await owner(contractCalls.getContract, { id: made?.id ?? '' })).toMatchObject({
    ...season,
    services: [{ serviceId: null, name: 'Balcon', price: 45, quantity: 1 }],
  })
})

test('an archived contract stays archived, and leaves the draft that replaced it alone', async () => {
  const { admin, owner } = await aCompany()
  const { name } = await newTemplate(owner, { name: 'Forfait', ...season })
  const line = { clientLink: '1', siteLink: 'Entrée', contractTemplateLink: name, serviceLink: 'Déneigement', servicePrice: 100 }
  const live = sheetOf('contracts', [{ ...line, contractNumber: 'A-2' }])
  expect(await refusals(admin, live)).toEqual([])

  const file = sheetOf('contracts', [
    { ...line, contractNumber: 'A-1', status: 'Annulé', servicePrice: 90 },
    { ...line, contractNumber: 'A-2', status: 'Payé' },
  ])
  expect(await refusals(admin, file)).toEqual([])

  const contracts = await owner(contractCalls.listContracts)
  expect(new Map(contracts.map(({ status, subtotal }) => [status, subtotal]))).toEqual(
    new Map([
      ['canceled', 9000],
      ['draft', 10_000],
    ]),
  )
  expect(contracts).toHaveLength(2)
  const again = (await importInto(admin, { ...file, dryRun: true })) as ImportForecast
  expect(again.counts.contracts).toEqual({ created: 0, updated: 0, unchanged: 2, refused: 0 })
})
