import { api } from '@bordee/core/api.ts'
import { expect, test } from 'vitest'
import { newContract, newTemplate, schedule } from '../testing/contracts.ts'
import { newClient, newService } from '../testing/folders.ts'
import { exportOf, importInto, ownMappings, sheetsIn } from '../testing/imports.ts'
import { wordsOf } from '../testing/pdf.ts'
import { openTestServer } from '../testing/server.ts'
import { followTheDay } from './contracts.jobs.ts'
import { heldContracts } from './contracts.queries.ts'
import { printContract } from './printing.ts'

const server = await openTestServer()

const bands = [
  { upTo: 5, price: 4000 },
  { upTo: null, price: 6000 },
]
const priced = [
  { name: 'Stationnement', pricing: 'pass', price: 45 },
  { name: 'Cour', pricing: 'outing', price: 0, bands },
  { name: 'Chargement', pricing: 'hour', price: 120, equipment: 'Chargeuse' },
  { name: 'Abrasif', pricing: 'material', price: 12.5, materialKind: 'salt', materialUnit: 'bag' },
] as const
const season = { name: 'Entrée', price: 425, quantity: 1 }

test('lines that are not of the season are kept with their prices, and change neither the total nor an instalment', async () => {
  const { owner } = await server.newCompany()
  const before = await newContract(owner, { services: [season] })
  const after = await owner(api.updateContract, { id: before.id, contract: { services: [...before.services, ...priced] } })
  expect(after.services.slice(1)).toMatchObject(priced)
  const money = ({ subtotal, taxes, totalPrice, paymentShedules }: typeof before) => ({ subtotal, taxes, totalPrice, paymentShedules })
  expect(money(after)).toEqual(money(before))
  expect(after.totalPrice).toBe(48_864)

  const template = await newTemplate(owner, { services: [season, ...priced] })
  const made = await newContract(owner, { contractTemplateId: template.id, services: undefined })
  expect(made.services.map(({ id: _, ...line }) => line)).toEqual(template.services.map(({ id: _, ...line }) => line))
})

test('without a line of the season a contract needs no schedule, is signed, and is never paid nor late by itself', async () => {
  const people = await server.newCompany()
  const { owner, client } = people
  const { email } = await client(api.getCurrentAccount)
  const folder = await newClient(owner, { email })
  const { id } = await newContract(owner, { clientId: folder.id, services: priced, paymentShedules: [] })
  await owner(api.sendContracts, { contractIds: [id] })
  await client(api.getContract, { id })
  expect(await client(api.acceptContract, { id })).toMatchObject({ status: 'accepted', totalPrice: 0, paymentShedules: [] })
  await server.work((work) => followTheDay(work, people))
  expect((await owner(api.getContract, { id })).status).toBe('accepted')

  // Neither is one whose schedule was left: its instalments are of nothing.
  const { id: other } = await newContract(owner, { services: priced, paymentShedules: schedule() })
  await owner(api.setContractStatuses, { contractIds: [other], status: 'accepted' })
  expect(await owner(api.getContract, { id: other })).toMatchObject({ status: 'accepted', totalPrice: 0 })
  // A free season is paid, as it always was.
  const { id: free } = await newContract(owner, { services: [{ ...season, price: 0 }] })
  await owner(api.setContractStatuses, { contractIds: [free], status: 'accepted' })
  expect((await owner(api.getContract, { id: free })).status).toBe('paid')
})

test('a half-priced line is refused in French, and changes nothing', async () => {
  const { owner } = await server.newCompany()
  const { id } = await newContract(owner, { services: [season] })
  const wrong = [
    { name: 'Cour', pricing: 'outing', price: 0, bands: [{ upTo: 5, price: 1 }] },
    { name: 'Abrasif', pricing: 'material', price: 3, materialKind: 'salt' },
    { name: 'Rabais', pricing: 'pass', price: -3 },
  ]
  const answer = await owner.raw(api.updateContract, { id, contract: { services: wrong } })
  expect(answer).toMatchObject({
    status: 422,
    body: {
      formErrors: {
        contract: {
          'services.0.bands.0.upTo': expect.stringContaining('Seule la dernière tranche'),
          'services.1.materialUnit': 'Choisissez l’unité.',
          'services.2.price': 'Seul un prix de saison peut être négatif.',
        },
      },
    },
  })
  expect((await owner(api.getContract, { id })).services).toMatchObject([season])
})

test('a renewal raises every price, the bands with it', async () => {
  const { owner } = await server.newCompany()
  const { id: serviceId } = await newService(owner, { defaultAnnualAugmentation: 1000 })
  const services = priced.map((line) => ({ ...line, serviceId }))
  const { id } = await newContract(owner, { services, paymentShedules: [], status: 'accepted' })
  const { createdIds } = await owner(api.renewContracts, { contractIds: [id] })
  expect((await owner(api.getContract, { id: createdIds[0] ?? '' })).services).toMatchObject([
    { pricing: 'pass', price: 49.5 },
    { pricing: 'outing', bands: [{ upTo: 5, price: 4400 }, { price: 6600 }] },
    { pricing: 'hour', price: 132, equipment: 'Chargeuse' },
    { pricing: 'material', price: 13.75, materialKind: 'salt', materialUnit: 'bag' },
  ])
})

test('the PDF and the e-mail show each price with an example; without a season there is no schedule to print', async () => {
  const { owner, companyId } = await server.newCompany('Neige au compte')
  const { id, clientEmail } = await newContract(owner, { services: priced, paymentShedules: [] })
  const [held] = await server.work(async (work) => {
    await work.tx.scope({ companies: [companyId] })
    return heldContracts(work, [id])
  })
  const words = (await wordsOf(await printContract({ ...(held as NonNullable<typeof held>), companyLogo: null })))
    .join(' ')
    .replace(/[\u00a0\u202f]/g, ' ')
  for (const said of ['45,00 $ par passage', '3 passages = 135,00 $ + taxes', 'une sortie de 8 cm = 60,00 $ + taxes'])
    expect(words).toContain(said)
  expect(words).not.toContain('Calendrier de paiements')
  await owner(api.sendContracts, { contractIds: [id] })
  const letter = await server.letterTo(clientEmail ?? '', /Votre contrat/)
  expect(letter.text.replaceAll('\u00a0', ' ')).toContain('Stationnement : 45,00 $ par passage. Exemple : 3 passages = 135,00 $ + taxes.')
  expect(letter.text).not.toContain('Total, taxes comprises')
})

test('spreadsheets carry every price there and back', async () => {
  const { owner, admin, companyId } = await server.newCompany()
  const template = await newTemplate(owner, { name: 'Au compte', services: [season, ...priced] })
  await newContract(owner, { contractTemplateId: template.id, services: [season, ...priced] })
  const bytes = await exportOf(server, admin, companyId)
  const to = await server.newCompany()
  const sheets = await sheetsIn(bytes)
  await importInto(to.admin, { data: { sheets }, companyId: to.companyId, ...ownMappings(sheets) })
  const plain = ({ id: _, serviceId: __, ...line }: (typeof template)['services'][number]) => line
  const [copied] = await to.owner(api.listTemplates)
  expect(copied?.services.map(plain)).toEqual(template.services.map(plain))
  const [contract] = await to.owner(api.listContracts)
  expect(contract?.services.map(plain)).toEqual(template.services.map(plain))
  expect(contract?.totalPrice).toBe(48_864)
})
