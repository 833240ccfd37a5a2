// For the test that looks for every field of every answer: lines of each kind, decided about, billed, and changed since.
import { api } from '@bordee/core/api.ts'
import { drive, perPass, propose, servedSite } from './billables.ts'
import { clearing, minute } from './runs.ts'
import { inCompany, type People, type TestServer } from './server.ts'

export const byUse = [
  perPass,
  {
    name: 'Cour',
    pricing: 'outing',
    price: 0,
    bands: [
      { upTo: 5, price: 4000 },
      { upTo: null, price: 6000 },
    ],
  },
  { name: 'Chargement', pricing: 'hour', price: 120, equipment: 'Chargeuse' },
  { name: 'Abrasif', pricing: 'material', price: 12.5, materialKind: 'salt', materialUnit: 'bag' },
]

export async function billOperations(server: TestServer, people: People) {
  const { owner, employee, companyId } = people
  const { routeId } = await servedSite(owner, byUse, { ceiling: 1, ceilingUnit: 'cm', ceilingPrice: 350 })
  const { id } = await owner(api.openOperation)
  await owner(api.addOperationReading, { id, reading: { kind: 'depth', amount: 9 } })
  const run = await employee(api.startRun, { routeId, at: new Date(Date.now() - 20 * minute).toISOString() })
  await employee(api.addLocations, { id: run.id, locations: clearing(0, Date.now() - 15 * minute) })
  await employee(api.actOnRun, { id: run.id, type: 'quit' })
  await drive(people, routeId, 'full', { material: { kind: 'salt', quantity: 2, unit: 'bag' } })
  await owner(api.closeOperation, { id })
  await propose(server, people, id)
  const lines = await owner(api.listBillables, { limit: 100 })
  for (const { id: lineId } of lines) {
    await owner(api.updateBillable, { id: lineId, billable: { quantity: 3 } })
    await owner(api.updateBillable, { id: lineId, billable: { waiveReason: 'Entente' } })
    await owner(api.updateBillable, { id: lineId, billable: { waiveReason: null, isCorrected: false } })
  }
  const [billed] = lines.filter(({ kind }) => kind === 'pass')
  await inCompany(
    server,
    companyId,
    (tx) => tx.sql`
    update billables set state = 'invoiced', invoice_id = uuidv7() where id = ${billed?.id ?? null}`,
  )
  await inCompany(server, companyId, (tx) => tx.sql`update contract_services set price = price + 100 where pricing = 'pass'`)
  await propose(server, people, id)
  const difference = (await owner(api.listBillables)).find(({ adjustsId }) => adjustsId !== null)
  await owner(api.updateBillable, { id: difference?.id ?? '', billable: { price: 50 } })
  await owner(api.listBillableGroups)
}
