// An export can rebuild a company: the demo, and what the demo lacks.
import { contractStatusNames } from '@bordee/core/contracts/contract-life.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { importSheets } from '@bordee/core/imports/columns.ts'
import type { ImportForecast } from '@bordee/core/imports/import.ts'
import { proposedMappings } from '@bordee/core/imports/mappings.ts'
import { siteCalls } from '@bordee/core/sites/sites.calls.ts'
import { templateCalls } from '@bordee/core/templates/templates.calls.ts'
import { expect, test } from 'vitest'
import { demoPassword, fillDemo } from '../demo/demo.ts'
import { boreal } from '../demo/payments.ts'
import { newContract, newTemplate } from '../testing/contracts.ts'
import { exportOf, importInto, type SentSheet, sheetsIn } from '../testing/imports.ts'
import { type Caller, openTestServer, ownerUrlOf } from '../testing/server.ts'
import { sendFiles } from '../testing/uploads.ts'

const server = await openTestServer()
await fillDemo(server, ownerUrlOf(server))

/** What a company may have that the demo has not. */
async function completeDemo(owner: Caller) {
  const byUse = [
    { name: 'Stationnement', price: 45, pricing: 'pass' },
    {
      name: 'Cour',
      price: 0,
      pricing: 'outing',
      bands: [
        { upTo: 5, price: 4000 },
        { upTo: null, price: 6050 },
      ],
    },
    { name: 'Chargement', price: 120, pricing: 'hour', equipment: 'Chargeuse' },
    { name: 'Abrasif', price: 12.5, pricing: 'material', materialKind: 'salt', materialUnit: 'bag' },
  ]
  const free = { name: 'Pelletage du balcon', description: 'Au besoin', price: 45, quantity: 2 }
  const old = await newTemplate(owner, {
    name: 'Forfait d’autrefois',
    description: 'Deux\nlignes',
    services: [free, ...byUse],
    isTaxesCharged: false,
    ceiling: 250,
    ceilingUnit: 'cm',
    ceilingPrice: 350,
    requirement: { triggerDepth: 2.5, doneBy: '06:30', hoursAfter: 4, maxInterval: 3, ice: 'on-call' },
  })
  const [site] = await owner(siteCalls.listSites)
  const place = { clientId: site?.customerId ?? '', siteId: site?.id, contractTemplateId: old.id }
  const first = await newContract(owner, { ...place, services: [free, ...byUse], requirement: { triggerDepth: 5, ice: 'excluded' } })
  await newContract(owner, { ...place, services: [free, { ...free, name: 'Rabais', price: -10, quantity: 1 }] })
  await newContract(owner, { ...place, siteId: null, contractTemplateId: null, services: [] })
  await owner(contractCalls.setContractStatuses, { contractIds: [first.id], status: 'canceled' })
  await owner(templateCalls.archiveTemplate, { id: old.id })
  // An import looks for the sites that are nowhere on the map, so the demo's are placed before.
  const staff = await server.signIn('super@bordee.demo', demoPassword)
  const { geocodes } = await staff(siteCalls.geolocateSites)
  await staff(siteCalls.placeSites, { sites: geocodes.map(({ siteId: id, point }) => ({ id, point })) })
}

const importable = Object.values(importSheets).map(({ name }) => name) as string[]

/** Contracts get a new number; those that were signed or sent come back as drafts; accounts are invited, not imported. */
function comparable(sheets: readonly SentSheet[]) {
  const drafted = (status: unknown) => (status === contractStatusNames.canceled ? status : contractStatusNames.draft)
  return Object.fromEntries(
    sheets
      .filter(({ name }) => importable.includes(name))
      .map(({ name, content }) => [
        name,
        content.map(({ 'Numéro de contrat': _, 'Payé ($)': __, 'Signé le': ___, Comptes: ____, ...row }) =>
          'Statut' in row ? { ...row, Statut: drafted(row.Statut) } : row,
        ),
      ]),
  )
}

test('the demo, exported and imported into an empty company, is exported again as it was', async () => {
  const demo = await server.signIn('proprio@bordee.demo', demoPassword)
  await completeDemo(demo)
  const to = await server.newCompany('Déneigement Boréal inc.')
  const bytes = await exportOf(server, to.admin, boreal)
  const { body } = await sendFiles(server, to.admin, [{ name: 'boreal.xlsx', bytes }])
  const request = { data: { uploadId: body.uploadId }, companyId: to.companyId, ...proposedMappings(body.sheets) }
  expect(Object.keys(proposedMappings(body.sheets))).toHaveLength(importable.length)
  const forecast = (await importInto(to.admin, { ...request, dryRun: true })) as ImportForecast

  expect(await importInto(to.admin, request)).toEqual([])

  expect(forecast.errors).toEqual([])
  const [before, after] = [comparable(await sheetsIn(bytes)), comparable(await sheetsIn(await exportOf(server, to.admin, to.companyId)))]
  for (const name of importable) {
    expect(before[name]?.length, name).toBeGreaterThan(0)
    expect(after[name], name).toEqual(before[name])
  }
  for (const target of [to.companyId, boreal]) {
    const again = (await importInto(to.admin, { ...request, companyId: target, dryRun: true })) as ImportForecast
    expect(again.errors).toEqual([])
    for (const [entity, count] of Object.entries(again.counts)) expect(count, entity).toMatchObject({ created: 0, updated: 0 })
  }
})
