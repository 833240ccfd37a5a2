import { clientCalls } from '@bordee/core/clients/clients.calls.ts'
import { expect, test } from 'vitest'
import { newClient } from '../../testing/folders.ts'
import { openTestServer } from '../../testing/server.ts'
import { updateMany } from './bulk.ts'

const server = await openTestServer()
const { companyId, owner } = await server.newCompany()

test('rows with different columns leave no prepared statement for each combination', async () => {
  const { id } = await newClient(owner)

  const plans = await server.work(async ({ tx }) => {
    await tx.scope({ companies: [companyId] })
    await updateMany(tx, 'clients', companyId, [
      { id, notes: 'Lisière à gauche' },
      { id, email: 'autre@exemple.ca' },
    ])
    return tx.sql`
      select statement
      from pg_prepared_statements
      where statement like '%jsonb_populate_recordset%' and statement not like '%prepared%'`
  })

  expect(plans).toEqual([])
  expect(await owner(clientCalls.getClient, { id })).toMatchObject({ notes: 'Lisière à gauche', email: 'autre@exemple.ca' })
})
