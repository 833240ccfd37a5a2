import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { serviceCalls } from '@bordee/core/services/services.calls.ts'
import { templateCalls } from '@bordee/core/templates/templates.calls.ts'
import { expect, test } from 'vitest'
import { inDays, newContract, newTemplate, schedule, terms } from '../testing/contracts.ts'
import { newService } from '../testing/folders.ts'
import { openTestServer } from '../testing/server.ts'

const server = await openTestServer()
const {
  listTemplates,
  getTemplate,
  createTemplate,
  updateTemplate,
  archiveTemplate,
  duplicateTemplate,
  deleteTemplate,
  listContractPaymentMethods,
} = templateCalls

test('a new template takes missing values from its services', async () => {
  const { owner } = await server.newCompany()
  const service = await newService(owner, { name: 'Déneigement', description: 'Après 5 cm', color: 'teal' })
  const made = await newTemplate(owner, {
    name: ' Résidentiel ',
    services: [
      { serviceId: service.id, price: 425.5, quantity: 1.25 },
      { name: 'Rabais', price: -20 },
    ],
    clauses: '<p onclick="x()">Un</p><script>deux</script>',
    contractTemplatePaymentMethod: ['interac', 'cheque', 'check'],
  })

  expect(made).toMatchObject({
    name: 'Résidentiel',
    clauses: '<p>Un</p>',
    contractTemplatePaymentMethod: ['interact', 'check'],
    paymentSchedules: schedule(),
    services: [
      { serviceId: service.id, name: 'Déneigement', description: 'Après 5 cm', color: 'teal', price: 425.5, quantity: 1.25 },
      { serviceId: null, name: 'Rabais', description: null, price: -20, quantity: 1 },
    ],
    isTaxesCharged: true,
    deletedAt: null,
    companyName: null,
    isUsed: false,
  })
  expect(await owner(listTemplates)).toEqual([made])
})

test('a template’s errors appear under their fields, in the user’s words', async () => {
  const { owner } = await server.newCompany()
  const errors = async (contractTemplate: object) =>
    ((await owner.raw(createTemplate, { contractTemplate })).body as { formErrors: { contractTemplate: object } }).formErrors
      .contractTemplate
  expect(await errors({})).toEqual({
    name: 'Le nom est requis.',
    startAt: 'La date de début est requise.',
    endAt: 'La date de fin est requise.',
  })
  expect(await errors({ name: 'A', startAt: '2026-02-31', endAt: 'demain' })).toEqual({
    startAt: 'La date de début est invalide.',
    endAt: 'La date de fin est invalide.',
  })
  expect(await errors({ name: 'A', startAt: '2026-11-01', endAt: '2026-11-01' })).toEqual({
    endAt: 'La date de fin doit être postérieure à la date de début.',
  })
  expect(
    await errors({
      name: 'A',
      startAt: '2026-11-01',
      endAt: '2027-04-01',
      services: [{ price: 1 }, { name: 'x', price: 1.005 }],
      paymentSchedules: [{ paymentDate: '2026-11-01', percent: 33.333 }],
    }),
  ).toEqual({
    'services.0.name': 'Sélectionnez un service.',
    'services.1.price': 'Le prix doit avoir au plus 2 décimales.',
    'paymentSchedules.0.percent': 'Le pourcentage doit avoir au plus 2 décimales.',
  })
})

test('an edit is a merge: lists are replaced, and kept items keep their ids', async () => {
  const { owner } = await server.newCompany()
  const made = await newTemplate(owner)
  const [first] = made.services
  const changed = await owner(updateTemplate, {
    id: made.id,
    contractTemplate: {
      services: [
        { ...first, price: 450 },
        { name: 'Sel', price: 5 },
      ],
      paymentShedules: [{ paymentDate: inDays(5), percent: 100 }],
    } as object,
  })
  expect(changed).toMatchObject({
    name: made.name,
    services: [{ id: first?.id, price: 450 }, { name: 'Sel' }],
    paymentSchedules: [{ paymentDate: inDays(5), percent: 100 }],
  })
  // Sent back as it was read, it stays the same.
  expect(await owner(updateTemplate, { id: made.id, contractTemplate: changed })).toEqual(changed)
  expect(await owner.raw(updateTemplate, { id: made.id, contractTemplate: { endAt: inDays(1) } })).toMatchObject({
    status: 422,
    body: { formErrors: { contractTemplate: { endAt: 'La date de fin doit être postérieure à la date de début.' } } },
  })
})

test('a template cannot take another’s lines', async () => {
  const [{ owner }, neighbour] = [await server.newCompany(), await server.newCompany()]
  const [made, theirs] = [await newTemplate(owner), await newTemplate(neighbour.owner)]
  const stolen = theirs.services.map((line) => ({ ...line, price: 1 }))
  const changed = await owner(updateTemplate, { id: made.id, contractTemplate: { services: stolen } })
  expect(changed.services[0]?.id).not.toBe(theirs.services[0]?.id)
  expect(await neighbour.owner(getTemplate, { id: theirs.id })).toEqual(theirs)
})

test('archiving is a switch, and a copy is a separate template', async () => {
  const { owner } = await server.newCompany()
  const made = await newTemplate(owner)
  expect((await owner(archiveTemplate, { id: made.id })).deletedAt).not.toBeNull()
  expect(
    await owner.raw(contractCalls.createContract, {
      contract: { clientId: '00000000-0000-7000-8000-000000000000', contractTemplateId: made.id },
    }),
  ).toMatchObject({
    status: 409,
    body: { code: 'template-archived' },
  })
  const copy = await owner(duplicateTemplate, { id: made.id, name: `${made.name} (Copie)` })
  expect(copy).toMatchObject({ name: `${made.name} (Copie)`, deletedAt: null, clauses: made.clauses, services: [{ name: 'Déneigement' }] })
  expect(copy.services[0]?.id).not.toBe(made.services[0]?.id)
  expect((await owner(archiveTemplate, { id: made.id })).deletedAt).toBeNull()
  expect(await owner.raw(duplicateTemplate, { id: made.id, name: ' ' })).toMatchObject({
    status: 422,
    body: { formErrors: { contractTemplate: { name: 'Le nom est requis.' } } },
  })
})

test('a template in use can only be archived, and a service that a template sells cannot be deleted', async () => {
  const { owner } = await server.newCompany()
  const service = await newService(owner)
  const made = await newTemplate(owner, { services: [{ serviceId: service.id, price: 1 }] })
  await newContract(owner, { contractTemplateId: made.id })
  expect(await owner(getTemplate, { id: made.id })).toMatchObject({ isUsed: true })
  expect(await owner.raw(deleteTemplate, { id: made.id })).toMatchObject({ status: 409, body: { code: 'template-used' } })
  expect(await owner.raw(serviceCalls.deleteService, { id: service.id })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('un modèle de contrat') },
  })
  const unused = await newTemplate(owner)
  await owner(deleteTemplate, { id: unused.id })
  expect((await owner.raw(getTemplate, { id: unused.id })).status).toBe(404)
})

test('only platform staff set a template’s brand; others send it back as they read it', async () => {
  const { owner, admin } = await server.newCompany()
  const contractTemplate = { name: 'Marque', ...terms(), companyName: 'Neige Blanche' }
  expect((await owner.raw(createTemplate, { contractTemplate })).status).toBe(403)
  const made = await admin(createTemplate, { contractTemplate })
  expect(made).toMatchObject({ companyName: 'Neige Blanche', companyEmail: null })
  expect((await owner(updateTemplate, { id: made.id, contractTemplate: { ...made, description: 'Vu' } })).description).toBe('Vu')
  expect((await owner.raw(updateTemplate, { id: made.id, contractTemplate: { companyName: null } })).status).toBe(403)
  const contract = await newContract(owner, { contractTemplateId: made.id })
  expect(contract).toMatchObject({ companyName: 'Neige Blanche', companyEmail: 'info@exemple.ca' })
  const logo = `data:image/svg+xml;base64,${Buffer.from('<svg/>').toString('base64')}`
  expect((await admin.raw(updateTemplate, { id: made.id, contractTemplate: { companyLogo: logo } })).status).toBe(422)
})

test('payment methods have names, and without the module templates are closed', async () => {
  const { owner, admin, companyId } = await server.newCompany()
  expect(await owner(listContractPaymentMethods)).toContainEqual({ id: 'credit_card', name: 'Carte de crédit' })
  await admin(companyCalls.updateCompany, { id: companyId, contractConfig: { isActive: false } })
  expect(await owner.raw(listTemplates)).toMatchObject({ status: 409, body: { code: 'module-inactive' } })
})
