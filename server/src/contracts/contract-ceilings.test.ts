import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { bothOrNeither, noCeiling, wholePasses } from '@bordee/core/operations/ceiling.ts'
import { templateCalls } from '@bordee/core/templates/templates.calls.ts'
import { expect, test } from 'vitest'
import { newContract, newTemplate } from '../testing/contracts.ts'
import { inCompany } from '../testing/people.ts'
import { openTestServer } from '../testing/server.ts'

const server = await openTestServer()
const { createContract, getContract, listContractHistory, renewContracts, setContractStatuses, updateContract } = contractCalls
const limited = { ceiling: 250, ceilingUnit: 'cm', ceilingPrice: 350 } as const

test('a contract starts with its template’s ceiling, unless it has its own', async () => {
  const { owner } = await server.newCompany()
  const template = await newTemplate(owner, limited)
  expect(template).toMatchObject(limited)
  const contractTemplateId = template.id
  expect(await newContract(owner, { contractTemplateId })).toMatchObject(limited)
  expect(await newContract(owner, { contractTemplateId, ...noCeiling })).toMatchObject(noCeiling)
})

test('a ceiling without the price beyond it is refused, whatever is sent of it', async () => {
  const { owner } = await server.newCompany()
  const { id, clientId } = await newContract(owner, limited)
  const refused = (fields: object) => ({ status: 422, body: { formErrors: { contract: fields } } })
  const half = { ceiling: 250, ceilingUnit: 'cm', ceilingPrice: null } as const
  const client = clientId ?? ''

  expect(await owner.raw(createContract, { contract: { clientId: client, ...half } })).toMatchObject(
    refused({ ceilingPrice: bothOrNeither }),
  )
  expect(await owner.raw(createContract, { contract: { clientId: client, ceilingPrice: 350 } })).toMatchObject(
    refused({ ceiling: bothOrNeither, ceilingUnit: bothOrNeither }),
  )
  expect(await owner.raw(updateContract, { id, contract: { ceilingPrice: null } })).toMatchObject(refused({ ceilingPrice: bothOrNeither }))
  expect(await owner.raw(updateContract, { id, contract: { ceilingUnit: 'passes', ceiling: 2.5 } })).toMatchObject(
    refused({ ceiling: wholePasses }),
  )
  expect(await owner(getContract, { id })).toMatchObject(limited)

  const template = await newTemplate(owner, limited)
  expect(await owner.raw(templateCalls.updateTemplate, { id: template.id, contractTemplate: { ceiling: null } })).toMatchObject({
    status: 422,
    body: { formErrors: { contractTemplate: { ceiling: bothOrNeither } } },
  })
})

test('nor does the database take half a ceiling', async () => {
  const { owner, companyId } = await server.newCompany()
  const { id } = await newContract(owner, limited)
  const half = inCompany(server, companyId, (tx) => tx.sql`update contracts set ceiling_price = null where id = ${id}`)
  await expect(half).rejects.toThrow(/ceiling/)
})

test('a change of ceiling is a new version, named in the history; a renewal keeps the ceiling', async () => {
  const { owner } = await server.newCompany()
  const { id, version } = await newContract(owner, limited)
  const changed = await owner(updateContract, { id, contract: { ceiling: 300 } })
  expect(changed).toMatchObject({ ...limited, ceiling: 300, version: version + 1 })
  expect((await owner(listContractHistory, { contractId: id }))[0]).toMatchObject({ event: 'edit', detail: 'plafond de la saison' })

  await owner(setContractStatuses, { contractIds: [id], status: 'accepted' })
  const { createdIds } = await owner(renewContracts, { contractIds: [id] })
  expect(await owner(getContract, { id: createdIds[0] ?? '' })).toMatchObject({ ...limited, ceiling: 300 })
})
