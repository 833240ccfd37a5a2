import { routeCalls } from '@bordee/core/routes/routes.calls.ts'
import { serviceCalls } from '@bordee/core/services/services.calls.ts'
import { expect, test } from 'vitest'
import { newClient, newService, newSite, square } from '../testing/folders.ts'
import { openTestServer } from '../testing/server.ts'

const { listServices, createService, updateService, deleteService } = serviceCalls
const server = await openTestServer()

test('a new service is red, has no yearly increase, and is no default', async () => {
  const { owner } = await server.newCompany()
  const service = await owner(createService, { service: { name: ' Déneigement ' } })
  expect(service).toEqual({
    id: expect.any(String),
    name: 'Déneigement',
    description: null,
    color: 'red',
    defaultAnnualAugmentation: 0,
    isDefault: false,
  })
  const changed = await owner(updateService, {
    id: service.id,
    service: { defaultAnnualAugmentation: 249.6, color: 'teal', isDefault: true },
  })
  expect(changed).toMatchObject({ name: 'Déneigement', defaultAnnualAugmentation: 250, color: 'teal', isDefault: true })
  expect(await owner(listServices)).toEqual([changed])
})

test.each([
  [{ name: '' }, 'name'],
  [{ name: 'x'.repeat(101) }, 'name'],
  [{ name: 'x', description: 'y'.repeat(256) }, 'description'],
  [{ name: 'x', color: 'fuchsia' }, 'color'],
])('%j is refused at %s', async (service, field) => {
  const { owner } = await server.newCompany()
  expect(await owner.raw(createService, { service })).toMatchObject({
    status: 422,
    body: { formErrors: { service: { [field]: expect.any(String) } } },
  })
})

test('a service in use cannot be deleted', async () => {
  const { owner } = await server.newCompany()
  const [onArea, onRoute, free] = [await newService(owner), await newService(owner), await newService(owner)]
  const { id } = await newClient(owner)
  await newSite(owner, id, { areas: [{ name: 'Zone A', polygon: square(), services: [onArea.id] }] })
  await owner(routeCalls.createRoute, { route: { name: 'Nord', serviceIds: [onRoute.id] } })
  expect(await owner.raw(deleteService, { id: onArea.id })).toMatchObject({ status: 409, body: { type: 'warning' } })
  expect((await owner.raw(deleteService, { id: onRoute.id })).status).toBe(409)
  await owner(deleteService, { id: free.id })
  expect(await owner(listServices)).toHaveLength(2)
})
