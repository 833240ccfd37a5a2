import { clientCalls } from '@bordee/core/clients/clients.calls.ts'
import { boxTexts } from '@bordee/core/contracts/boxes.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { unlinked } from '@bordee/core/links.ts'
import { occupantCalls } from '@bordee/core/occupants/occupants.calls.ts'
import { privacyCalls } from '@bordee/core/privacy/privacy.calls.ts'
import { quoteCalls } from '@bordee/core/quotes/quotes.calls.ts'
import { describe, expect, test } from 'vitest'
import { newContract } from '../testing/contracts.ts'
import { newClient, newSite } from '../testing/folders.ts'
import { openTestServer, type People, type TestServer, withoutPolicies } from '../testing/server.ts'

const naked = await openTestServer()
await withoutPolicies(naked)
const servers = [
  { walls: 'both walls', server: await openTestServer() },
  { walls: 'the query alone', server: naked },
]

let count = 0

const ask = (server: TestServer, companyId: string, email: string) =>
  server.work(async ({ tx }) => {
    await tx.scope({ companies: [companyId] })
    await tx.sql`
      insert into quote_requests (
        company_id, submission_id, firstname, lastname, email, phone, address, lat, lng,
        size, slope, coating, has_tempo, want_alerts, notes)
      values (
        ${companyId}, uuidv7(), 'Claire', 'Pelletier', ${email}, '4185550142', '12, rue Demandée', 46.8, -71.2,
        'simple', 'flat', 'asphalt', false, false, 'Marchande beaucoup')`
  })

describe.each(servers)('behind $walls', ({ server }) => {
  /** A company that serves `email`, and someone else. */
  async function serving(email: string, name: string): Promise<People> {
    const people = await server.newCompany(name)
    await server.work(async ({ tx }) => {
      await tx.scope({ companies: [people.companyId] })
      const own = `info${people.companyId}@exemple.ca`
      await tx.sql`update companies set email = ${own}, proven_email = ${own} where id = ${people.companyId}`
    })
    const contract = await newContract(people.owner, { email })
    const clientId = contract.clientId ?? ''
    await people.owner(contractCalls.setContractStatuses, { contractIds: [contract.id], status: 'sent' })
    await people.owner(clientCalls.updateClient, { id: clientId, client: { notes: 'Paie toujours en retard' } })
    await people.owner(occupantCalls.createOccupant, {
      contact: { site: contract.siteId ?? '', phone: '4185550143', firstName: 'Rose', notes: 'Sourde' },
    })
    const other = await newClient(people.owner, { name: 'Voisin secret', email: `voisin${++count}@exemple.ca` })
    const site = await newSite(people.owner, other.id)
    await people.owner(occupantCalls.createOccupant, { contact: { site: site.id, phone: '4185550199' } })
    await newContract(people.owner, { clientId: other.id, siteId: site.id })
    return people
  }

  test('a client exports what both their companies hold about them: no notes of the office, and nothing about anyone else', async () => {
    const email = `deux${++count}@exemple.ca`
    const [first, second] = [await serving(email, 'Neige Une'), await serving(email, 'Neige Deux')]
    await serving(`tiers${++count}@exemple.ca`, 'Neige Tierce')
    await server.newAccount(email)
    const client = await server.signIn(email)
    const [row] = await client(contractCalls.listContracts)
    await client(contractCalls.getContract, { id: row?.id ?? '' })
    await client(contractCalls.acceptContract, { id: row?.id ?? '', signerName: 'Claire Pelletier', boxes: ['read', 'privacy'] })

    const data = await client(privacyCalls.getPersonalData)

    expect(data.account).toMatchObject({ email, firstName: 'Prénom' })
    for (const list of [data.folders, data.sites, data.occupants, data.contracts])
      expect(list.map(({ companyName }) => companyName).toSorted()).toEqual(['Neige Deux', 'Neige Une'])
    expect(data.occupants).toContainEqual(expect.objectContaining({ phone: '4185550143', firstName: 'Rose' }))
    expect(data.signatures).toEqual([
      expect.objectContaining({ signerName: 'Claire Pelletier', email, boxes: Object.values(boxTexts(row?.companyName ?? '')) }),
    ])
    const text = JSON.stringify(data)
    for (const hidden of ['Paie toujours', 'Sourde', 'Voisin secret', '4185550199', 'Neige Tierce']) expect(text).not.toContain(hidden)
    expect(await first.owner.raw(privacyCalls.getPersonalData)).toMatchObject({ status: 403 })
    expect(await second.manager.raw(privacyCalls.askForErasure)).toMatchObject({ status: 403 })
  })

  test('a client asks to be erased: each of their companies gets a letter, once a day, and they get a copy', async () => {
    const email = `efface${++count}@exemple.ca`
    const [first, second] = [await serving(email, 'Neige Trois'), await serving(email, 'Neige Quatre')]
    await server.newAccount(email)
    const client = await server.signIn(email)

    const [asked, again] = await Promise.all([client(privacyCalls.askForErasure), client(privacyCalls.askForErasure)])

    expect(asked.companyNames).toEqual(['Neige Quatre', 'Neige Trois'])
    expect(again).toEqual(asked)
    for (const { companyId } of [first, second]) {
      const letter = await server.letterTo(`info${companyId}@exemple.ca`, /suppression/)
      expect(letter.text).toContain(unlinked(email))
    }
    await server.letterTo(email, /demande de suppression/)
    const letters = await server.sql<{ subject: string }>(
      `select subject from outbox where subject like 'Demande de suppression%' and text like $1`,
      [`%${unlinked(email)}%`],
    )
    expect(letters).toHaveLength(2)
    expect((await client(privacyCalls.getPersonalData)).erasureRequests.map(({ companyName }) => companyName).toSorted()).toEqual(
      asked.companyNames,
    )
  })

  test('their quote requests are included, and withdrawn when they ask to be erased', async () => {
    const [email, other] = [`prix${++count}@exemple.ca`, `autre${++count}@exemple.ca`]
    const [people, stranger] = [await serving(email, 'Neige Six'), await server.newCompany('Neige Sept')]
    for (const [companyId, from] of [
      [people.companyId, email],
      [people.companyId, other],
      [stranger.companyId, email],
    ] as const)
      await ask(server, companyId, from)
    await server.newAccount(email)
    const client = await server.signIn(email)

    const { quoteRequests } = await client(privacyCalls.getPersonalData)
    expect(quoteRequests).toMatchObject([{ companyName: 'Neige Six', email, address: '12, rue Demandée', withdrawnAt: null }])
    expect(JSON.stringify(quoteRequests)).not.toContain('Marchande')

    await client(privacyCalls.askForErasure)
    const letter = await server.letterTo(`info${people.companyId}@exemple.ca`, /suppression/)
    expect(letter.text).toContain('Ses demandes de soumission sont retirées')
    const left = await people.owner(quoteCalls.listQuotes)
    expect(left.filter(({ withdrawnAt }) => withdrawnAt === null)).toMatchObject([{ email: other }])
    expect(await stranger.owner(quoteCalls.listQuotes)).toMatchObject([{ email, withdrawnAt: null }])
  })

  test('the office sees who asked, and answers once with what was done; the client reads it', async () => {
    const email = `oubli${++count}@exemple.ca`
    const [people, others] = [await serving(email, 'Neige Huit'), await server.newCompany()]
    await server.newAccount(email)
    const client = await server.signIn(email)
    await client(privacyCalls.askForErasure)

    const [request] = await people.owner(privacyCalls.listErasureRequests)
    expect(request).toMatchObject({ email, outcome: null, answeredAt: null, answeredBy: null, folders: [{ name: expect.any(String) }] })
    const id = request?.id ?? ''
    expect(await others.owner(privacyCalls.listErasureRequests)).toEqual([])
    expect((await others.owner.raw(privacyCalls.answerErasureRequest, { id, outcome: 'Fait.' })).status).toBe(404)
    for (const role of ['manager', 'employee', 'client'] as const)
      expect((await people[role].raw(privacyCalls.answerErasureRequest, { id, outcome: 'Fait.' })).status).toBe(403)
    expect((await people.owner.raw(privacyCalls.answerErasureRequest, { id, outcome: ' ' })).status).toBe(422)

    const outcome = 'Votre dossier est supprimé.\nLe contrat signé est gardé sept ans.'
    const answers = await Promise.all([1, 2, 3].map(() => people.owner(privacyCalls.answerErasureRequest, { id, outcome })))
    for (const answer of answers) expect(answer).toMatchObject({ outcome, answeredBy: 'Prénom Nom' })
    expect(await people.owner.raw(privacyCalls.answerErasureRequest, { id, outcome: 'Autre chose' })).toMatchObject({
      status: 409,
      body: { code: 'answered' },
    })
    const { text } = await server.letterTo(email, /Réponse de Neige Huit/)
    expect(text).toContain(outcome)
    expect((await client(privacyCalls.getPersonalData)).erasureRequests).toMatchObject([{ outcome, answeredAt: answers[0]?.answeredAt }])
  })

  test('a day later the same request can be made again', async () => {
    const email = `encore${++count}@exemple.ca`
    const people = await serving(email, 'Neige Cinq')
    await server.newAccount(email)
    const client = await server.signIn(email)
    const { requestedAt } = await client(privacyCalls.askForErasure)
    await server.work(async ({ tx }) => {
      await tx.scope({ companies: [people.companyId] })
      await tx.sql`update erasure_requests set created_at = created_at - interval '25 hours' where company_id = ${people.companyId}`
    })

    const later = await client(privacyCalls.askForErasure)

    expect(later.requestedAt > requestedAt).toBe(true)
    expect((await client(privacyCalls.getPersonalData)).erasureRequests).toHaveLength(2)
  })
})
