import { clientCalls } from '@bordee/core/clients/clients.calls.ts'
import { operationCalls } from '@bordee/core/operations/operations.calls.ts'
import { routeCalls } from '@bordee/core/routes/routes.calls.ts'
import { runCalls } from '@bordee/core/runs/runs.calls.ts'
import { mostHits, searchCalls } from '@bordee/core/search/search.calls.ts'
import { expect, test } from 'vitest'
import { openTestServer, type People } from '../testing/server.ts'

const { search } = searchCalls
const server = await openTestServer()
const ours = await server.newCompany()
const theirs = await server.newCompany()
await fillFolder(ours)
await fillFolder(theirs)

async function fillFolder({ owner }: People) {
  await owner(clientCalls.createClient, {
    client: { name: 'Résidence Bélanger', email: 'info@belanger.ca', phone: '418 555-0142' },
    site: { name: 'Stationnement', address: { street: 'chemin Sainte-Foy', civicNumber: '1250', city: 'Québec' } },
    occupants: [{ phone: '581 555-0199', firstName: 'Aïcha', lastName: 'Lévesque-Roy' }, { phone: '418 555-0177' }],
  })
  await owner(clientCalls.createClient, {
    client: { name: 'Dépanneur du Rang' },
    site: { name: 'Entrée', address: { street: 'ch. Ste-Foy', civicNumber: '9', city: 'Lévis' } },
  })
  await owner(routeCalls.createRoute, { route: { name: 'Haute-Ville, nuit' } })
}

const found = async (text: string, { owner }: People = ours) =>
  (await owner(search, { text })).map(({ kind, title }) => `${kind}: ${title}`)

test('a client is found without accents, by the beginning of any word, by number and by e-mail', async () => {
  for (const text of ['belanger', 'BÉLANGER', 'belanger residence', 'resi bel', 'info@belanger.ca'])
    expect(await found(text)).toEqual(['client: Résidence Bélanger'])
  expect(await found('ésidence')).toEqual([])
})

test('a phone is found in any format, whether the client’s or an occupant’s', async () => {
  for (const text of ['(418) 555-0142', '+1 418.555.0142', '5550142', '0142'])
    expect(await found(text)).toEqual(['client: Résidence Bélanger'])
  expect(await found('581-555')).toEqual(['occupant: Aïcha Lévesque-Roy'])
  expect(await found('014')).toEqual([])
})

test('an occupant without a name shows as a phone number', async () => {
  expect(await ours.owner(search, { text: '0177' })).toMatchObject([
    { kind: 'occupant', title: '(418) 555-0177', detail: '1250, chemin Sainte-Foy, Québec · Résidence Bélanger' },
  ])
})

test.each(['ch ste-foy', 'chemin sainte foy', 'Ch. STE FOY'])('« %s » finds the street, however it is spelled', async (text) => {
  expect(await found(text)).toEqual(['site: Entrée', 'site: Stationnement'])
})

test('a house is found by its number and its street', async () => {
  expect(await found('1250 ste-foy')).toEqual(['site: Stationnement'])
})

test('a result says whose it is and where it opens', async () => {
  const [occupant] = await ours.owner(search, { text: 'levesque aicha' })
  const [client] = await ours.owner(search, { text: 'belanger' })
  const [site] = await ours.owner(search, { text: 'stationnement' })
  expect(client).toMatchObject({ id: client?.clientId, siteId: null, detail: '(418) 555-0142 · nº 1 · info@belanger.ca' })
  expect(site).toMatchObject({ id: site?.siteId, clientId: client?.id })
  expect(occupant).toMatchObject({
    clientId: client?.id,
    siteId: site?.id,
    detail: '(581) 555-0199 · 1250, chemin Sainte-Foy, Québec · Résidence Bélanger',
  })
})

test('routes are found', async () => {
  expect(await found('nuit haute')).toEqual(['route: Haute-Ville, nuit'])
})

test('nothing of another company is ever found', async () => {
  const [mine] = await ours.owner(search, { text: 'belanger' })
  const [other] = await theirs.owner(search, { text: 'belanger' })
  expect(mine?.id).not.toBe(other?.id)
  expect(await ours.owner(search, { text: 'belanger' })).toHaveLength(1)
})

test('SQL wildcards have no effect', async () => {
  for (const text of ['%%', '__', "'; drop", '\\\\']) expect(await found(text)).toEqual([])
})

test('a single letter is refused, and so is a very long text', async () => {
  for (const text of ['a', ' a ', 'a'.repeat(101)]) await expect(ours.owner(search, { text })).rejects.toMatchObject({ status: 422 })
})

test('only a few of each kind are returned', async () => {
  const { owner } = await server.newCompany()
  for (let i = 0; i < mostHits + 3; i++) await owner(clientCalls.createClient, { client: { name: `Tremblay ${i}` } })
  expect(await owner(search, { text: 'tremblay' })).toHaveLength(mostHits)
})

test('an operation is found by its day, the latest first', async () => {
  const { id } = await ours.owner(operationCalls.openOperation, { name: 'Opération du 3 février' })
  expect(await ours.owner(search, { text: 'fev operation' })).toMatchObject([{ kind: 'operation', id }])
  expect(await found('fevrier', theirs)).toEqual([])
})

test('a dispatcher finds operations and runs under way, and nothing of the clients’ folders', async () => {
  const people = await server.newCompany()
  await fillFolder(people)
  const { id: routeId } = await people.owner(routeCalls.createRoute, { route: { name: 'Belanger, rang' } })
  const run = await people.owner(runCalls.startRun, { routeId, unit: '42' })
  await people.owner(operationCalls.updateOperation, { id: run.operationId ?? '', name: 'Nuit de Bélanger' })
  const titles = async (who: keyof People, text: string) =>
    (await (people[who] as typeof people.owner)(search, { text })).map(({ kind, title }) => `${kind}: ${title}`)
  const ofTheNight = ['operation: Nuit de Bélanger', 'run: Belanger, rang']
  expect(await titles('dispatcher', 'belanger')).toEqual(ofTheNight)
  expect(await titles('owner', 'belanger')).toEqual(['client: Résidence Bélanger', 'route: Belanger, rang', ...ofTheNight])
  expect(await titles('dispatcher', '42 rang')).toEqual(['run: Belanger, rang'])
  expect(await titles('dispatcher', 'sainte-foy')).toEqual([])
  expect(await titles('dispatcher', '5550142')).toEqual([])
})
