import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { noRequirement } from '@bordee/core/operations/requirement.ts'
import { templateCalls } from '@bordee/core/templates/templates.calls.ts'
import { expect, test } from 'vitest'
import { newContract, newTemplate } from '../testing/contracts.ts'
import { openTestServer } from '../testing/server.ts'

const server = await openTestServer()
const { updateContract, getContract, setContractStatuses, renewContracts, listContractHistory } = contractCalls

const promised = { triggerDepth: 2.5, doneBy: '06:30', hoursAfter: 4, maxInterval: 3, ice: 'on-call' as const }

test('a contract starts with its template’s requirement, key by key, and without one promises nothing', async () => {
  const { owner } = await server.newCompany()
  const template = await newTemplate(owner, { requirement: promised })
  expect(template.requirement).toEqual(promised)
  expect((await newTemplate(owner)).requirement).toEqual(noRequirement)

  const contractTemplateId = template.id
  expect((await newContract(owner, { contractTemplateId })).requirement).toEqual(promised)
  const own = { triggerDepth: 0, ice: null }
  expect((await newContract(owner, { contractTemplateId, requirement: own })).requirement).toEqual({ ...promised, ...own })
  expect((await newContract(owner)).requirement).toEqual(noRequirement)

  const changed = await owner(templateCalls.updateTemplate, { id: template.id, contractTemplate: { requirement: { doneBy: null } } })
  expect(changed.requirement).toEqual({ ...promised, doneBy: null })
  const copy = await owner(templateCalls.duplicateTemplate, { id: template.id, name: 'Copie' })
  expect(copy.requirement).toEqual(changed.requirement)
})

test('a change of requirement is a new version, named in the history; the same again changes nothing', async () => {
  const { owner } = await server.newCompany()
  const { id, version } = await newContract(owner, { requirement: promised })
  const changed = await owner(updateContract, { id, contract: { requirement: { triggerDepth: 5 } } })
  expect(changed).toMatchObject({ version: version + 1, requirement: { ...promised, triggerDepth: 5 } })
  expect((await owner(listContractHistory, { contractId: id }))[0]).toMatchObject({ event: 'edit', detail: 'exigences' })

  const { ice, ...others } = changed.requirement
  expect(await owner(updateContract, { id, contract: { requirement: { ice, ...others } } })).toMatchObject({ version: version + 1 })
})

test('a signed contract keeps its requirement, and its renewal has it too', async () => {
  const { owner } = await server.newCompany()
  const { id } = await newContract(owner, { requirement: promised })
  await owner(setContractStatuses, { contractIds: [id], status: 'accepted' })
  const contract = { requirement: { triggerDepth: 5 } }
  expect(await owner.raw(updateContract, { id, contract })).toMatchObject({ status: 409, body: { code: 'contract-signed' } })
  expect((await owner(getContract, { id })).requirement).toEqual(promised)

  const { createdIds } = await owner(renewContracts, { contractIds: [id] })
  expect((await owner(getContract, { id: createdIds[0] ?? '' })).requirement).toEqual(promised)
})

test('a requirement beyond its limits is refused on its field', async () => {
  const { owner } = await server.newCompany()
  const { id } = await newContract(owner)
  expect(await owner.raw(updateContract, { id, contract: { requirement: { maxInterval: 49 } } })).toMatchObject({
    status: 422,
    body: { formErrors: { contract: { 'requirement.maxInterval': 'Entrez un nombre d’heures de 1 à 48.' } } },
  })
})
