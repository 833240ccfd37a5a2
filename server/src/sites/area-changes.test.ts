// Two people draw on the same site.
import { siteCalls } from '@bordee/core/sites/sites.calls.ts'
import { expect, test } from 'vitest'
import { newClient, newService, newSite, square } from '../testing/folders.ts'
import { openTestServer } from '../testing/server.ts'

const { getSite, updateSite } = siteCalls
const server = await openTestServer()
const { owner, admin } = await server.newCompany()
const { owner: neighbour } = await server.newCompany()
const client = await newClient(owner)

const drawn = (name: string, polygon = square()) => ({ name, polygon, notes: null, services: [] as string[] })
const older = { status: 409, body: { code: 'older-version' } }

/** A site with these areas, and their names as they are now. */
async function siteWith(...names: string[]) {
  const { id, areas } = await newSite(owner, client.id, { areas: names.map((name, i) => drawn(name, square(20 * i))) })
  const look = async () => (await owner(getSite, { id })).areas
  return { id, areas, look, names: async () => (await look()).map(({ name }) => name) }
}
type Areas = Awaited<ReturnType<typeof siteWith>>['areas']
const part = ([...areas]: Areas, removedAreas: Areas = []) => ({ areas, removedAreas }) as never

test('an area that a colleague drew meanwhile stays', async () => {
  const { id, areas, names, look } = await siteWith('Zone A')
  await owner(updateSite, { id, site: { areas: [drawn('Zone B', square(20))], removedAreas: [] } })
  await admin(updateSite, { id, site: part(areas.map((area) => ({ ...area, notes: 'Boîte aux lettres' }))) })

  expect(await names()).toEqual(['Zone A', 'Zone B'])
  expect((await look())[0]).toMatchObject({ id: areas[0]?.id, notes: 'Boîte aux lettres' })
})

test('two people who change different areas both keep their work, also at once', async () => {
  const { id, areas, look } = await siteWith('Zone A', 'Zone B')
  const [a, b] = areas as [Areas[number], Areas[number]]
  const service = await newService(owner)
  const answers = await Promise.all([
    owner.raw(updateSite, { id, site: part([{ ...a, services: [service.id] }]) }),
    admin.raw(updateSite, { id, site: part([{ ...b, name: 'Cour' }]) }),
    owner.raw(updateSite, { id, site: { areas: [drawn('Zone C', square(40))], removedAreas: [] } }),
  ])

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await look()).toMatchObject([{ services: [service.id] }, { name: 'Cour' }, { name: 'Zone C' }])
})

test.each([
  ['two change the same one', (a) => part([{ ...a, name: 'Entrée' }]), (a) => part([{ ...a, name: 'Cour' }])],
  ['one gives it a service', (a, service) => part([{ ...a, services: [service] }]), (a) => part([{ ...a, name: 'Cour' }])],
  ['one changes what the other deleted', (a) => part([], [a]), (a) => part([{ ...a, name: 'Cour' }])],
  ['one deletes what the other changed', (a) => part([{ ...a, name: 'Cour' }]), (a) => part([], [a])],
] as [string, ...((area: Areas[number], service: string) => never)[]][])(
  'the second save is refused when %s',
  async (_case, first, second) => {
    const { id, areas, look } = await siteWith('Zone A', 'Zone B')
    const [a] = areas as [Areas[number]]
    const service = await newService(owner)
    await owner(updateSite, { id, site: first?.(a, service.id) as never })
    const after = await look()

    expect(await admin.raw(updateSite, { id, site: { name: 'Renommé', ...(second?.(a, service.id) as object) } })).toMatchObject(older)
    expect(await look()).toEqual(after)
    expect((await owner(getSite, { id })).name).not.toBe('Renommé')
  },
)

test('a save repeated after its answer was lost changes nothing', async () => {
  const { id, areas, look } = await siteWith('Zone A', 'Zone B')
  const [a, b] = areas as [Areas[number], Areas[number]]
  const sent = { areas: [{ ...a, notes: 'Chien' }, drawn('Zone C', square(40))], removedAreas: [b] } as never
  await owner(updateSite, { id, site: sent })
  const once = await look()
  await owner(updateSite, { id, site: sent })

  expect(await look()).toEqual(once)
  expect(once.map(({ name }) => name)).toEqual(['Zone A', 'Zone C'])
})

test('two people who each delete one of two areas leave one', async () => {
  const { id, areas, names } = await siteWith('Zone A', 'Zone B')
  const [a, b] = areas as [Areas[number], Areas[number]]
  const answers = await Promise.all([
    owner.raw(updateSite, { id, site: part([], [a]) }),
    admin.raw(updateSite, { id, site: part([], [b]) }),
  ])
  expect(answers).toEqual(expect.arrayContaining([expect.objectContaining({ status: 200 }), expect.objectContaining({ status: 422 })]))
  expect(await names()).toHaveLength(1)
})

test('the limits hold for the areas together', async () => {
  const { id } = await siteWith('Zone A')
  const add = (count: number) =>
    owner.raw(updateSite, { id, site: { areas: Array.from({ length: count }, (_, i) => drawn(`${count} ${i}`)), removedAreas: [] } })
  expect((await add(99)).status).toBe(200)
  expect(await add(1)).toMatchObject({
    status: 422,
    body: { formErrors: { site: { areas: 'Un point de service ne peut pas avoir plus de 100 zones.' } } },
  })
})

test('areas of another site or company can’t be changed or deleted', async () => {
  const mine = await siteWith('Zone A', 'Zone B')
  const other = await siteWith('Zone A', 'Zone B')
  const foreign = await newSite(neighbour, (await newClient(neighbour)).id, { areas: [drawn('Zone A'), drawn('Zone B', square(20))] })
  for (const area of [...other.areas, ...foreign.areas]) {
    expect((await owner.raw(updateSite, { id: mine.id, site: part([{ ...area, name: 'Volée' }]) })).status).toBe(409)
    const { version: _, ...unversioned } = area
    expect((await owner.raw(updateSite, { id: mine.id, site: part([{ ...unversioned, name: 'Volée' }]) })).status).toBe(404)
    expect((await owner.raw(updateSite, { id: mine.id, site: part([], [area]) })).status).toBe(200)
  }
  expect(await other.look()).toEqual(other.areas)
  expect((await neighbour(getSite, { id: foreign.id })).areas).toEqual(foreign.areas)
})

test('a list sent without « removedAreas » still replaces the areas', async () => {
  const { id, areas, names } = await siteWith('Zone A', 'Zone B')
  await owner(updateSite, { id, site: { areas: areas.slice(1) as never } })
  expect(await names()).toEqual(['Zone B'])
})
