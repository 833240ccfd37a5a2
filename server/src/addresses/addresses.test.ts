import { addressCalls } from '@bordee/core/addresses/addresses.calls.ts'
import { expect, test } from 'vitest'
import { fillDemo } from '../demo/demo.ts'
import { openTestHouse, ownerUrlOf } from '../testing.ts'

const house = await openTestHouse()
await fillDemo(house, ownerUrlOf(house))

test.each([
  ['500 rue saint jean', /^500, rue Saint-Jean, Québec/],
  ['ch ste-foy', /chemin Sainte-Foy/],
  ['boul. laurier', /boulevard Laurier/],
  ['grande allee', /Grande Allée/],
])('« %s » finds %s', async (search, wanted) => {
  const [first] = await house.anyone(addressCalls.suggestAddresses, { search })
  expect(first?.description).toMatch(wanted)
})

test('a suggestion leads to the whole address', async () => {
  const [first] = await house.anyone(addressCalls.suggestAddresses, { search: '500, rue Saint-Jean' })
  const place = await house.anyone(addressCalls.getAddress, { placeId: first?.placeId ?? '', sessionToken: 'x' })
  expect(place).toMatchObject({
    civicNumber: '500',
    street: 'rue Saint-Jean',
    city: 'Québec',
    state: 'QC',
    country: 'CA',
    zip: 'G1R 1P8',
    location: { lat: expect.any(Number), lng: expect.any(Number) },
  })
})

test('filling the demo twice changes nothing', async () => {
  const count = async () => (await house.sql<{ count: string }>('select count(*) from addresses'))[0]?.count
  const before = await count()
  await fillDemo(house, ownerUrlOf(house))
  expect(await count()).toBe(before)
})
