// Five hundred letters in one send, or contracts in one print: dying servers lose nothing and double nothing.
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, test, vi } from 'vitest'
import { copyContract, newContract } from '../testing/contracts.ts'
import { openTestServer, type People, type TestServer } from '../testing/server.ts'
import { startVictim } from '../testing/victims.ts'

const { getContractSending, listContractHistory, listContracts, printContracts } = contractCalls

const count = 500
async function fiveHundred(server: TestServer, people: People): Promise<string[]> {
  const model = await newContract(people.owner, { clauses: '<p>Le client s’engage.</p>' })
  const ids = await server.work(({ tx }) => copyContract(tx, model, count))
  await people.owner(contractCalls.deleteContract, { id: model.id })
  return ids
}

const lettersOf = (server: TestServer) =>
  server.sql<{ to: string; text: string }>(`select "to", text from outbox where "to" like '%@copie.exemple.ca'`)

/** Posts like a browser, on a real port; null if the server died before it answered. */
const post = (url: string, path: string, { owner }: People, body: object): Promise<Response | null> =>
  fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => null)

test('servers killed while they take and mail five hundred letters lose none and double none', async () => {
  const server = await openTestServer()
  const people = await server.newCompany()
  const contractIds = await fiveHundred(server, people)
  await server.jobs.stop() // from here on only the servers being killed deliver
  const left = async () => (await people.owner(getContractSending))?.sent ?? 0
  const press = (url: string) => post(url, '/contracts/send-mail', people, { contractIds, requestKey: 'appui' })

  // The first dies while it handles the press, the next ones after some more letters left. No answer: press again.
  const first = await startVictim(server)
  const unheard = press(first.url)
  await vi
    .waitFor(
      async () => {
        const busy = await server.sql(
          `select from pg_stat_activity
           where query like '%contract%' and state <> 'idle' and datname = current_database() and pid <> pg_backend_pid()`,
        )
        expect(busy.length).toBeGreaterThan(0)
      },
      { timeout: 20_000, interval: 2 },
    )
    .catch(() => undefined) // a fast server may be done: then the press was taken
  await first.kill()
  await unheard
  const seen: number[] = []
  for (const share of [0.2, 0.5]) {
    const victim = await startVictim(server)
    expect(await (await press(victim.url))?.json()).toEqual({ contractSentCount: count, invalidContracts: [] })
    await vi.waitFor(async () => expect(await left()).toBeGreaterThanOrEqual(share * count), { timeout: 60_000, interval: 20 })
    await victim.kill()
    seen.push(await left())
  }
  const last = await startVictim(server)
  // A dead server's jobs are found once its heartbeat is missed; move the clock instead of waiting.
  await vi.waitFor(
    async () => {
      await server.sql(
        `update pgboss.job set state = 'retry', start_after = now()
         where name = 'mail.send' and state = 'active' and heartbeat_on < now() - interval '5 seconds'`,
      )
      expect(await people.owner(getContractSending)).toMatchObject({ total: count, sent: count, refused: [] })
    },
    { timeout: 120_000, interval: 250 },
  )
  await last.kill()

  const letters = await lettersOf(server)
  expect(letters).toHaveLength(count)
  expect(new Set(letters.map(({ to }) => to)).size).toBe(count)
  expect(new Set(letters.map(({ text }) => /contractId=([\w-]+)/.exec(text)?.[1]))).toEqual(new Set(contractIds))
  const sends = (await people.owner(listContractHistory)).filter(({ event }) => event === 'send')
  expect(new Set(sends.map(({ contractId }) => contractId))).toEqual(new Set(contractIds))
  expect(sends).toHaveLength(count)
  expect(seen[0]).toBeLessThanOrEqual(seen[1] ?? 0)
}, 240_000)

test('five hundred contracts print into one file; a killed server has printed none, and the next prints all', async () => {
  const server = await openTestServer()
  const people = await server.newCompany()
  const contractIds = await fiveHundred(server, people)
  const statuses = async () => new Set((await people.owner(listContracts)).map(({ status }) => status))

  const victim = await startVictim(server)
  const begun = new Promise<void>((resolve) => {
    const leave = server.live.subscribe(people.companyId, (texts) => {
      if (!/"printed":/.test(texts.join())) return
      leave()
      resolve()
    })
  })
  const unheard = post(victim.url, '/contracts/print', people, { contractIds })
  await begun // its first chunk exists
  await victim.kill()
  expect(await unheard).toBeNull()
  expect(await statuses()).toEqual(new Set(['draft']))

  const next = await startVictim(server)
  const printed = await post(next.url, '/contracts/print', people, { contractIds })
  const file = await PDFDocument.load(new Uint8Array((await printed?.arrayBuffer()) ?? new ArrayBuffer(0)), { updateMetadata: false })
  await next.kill()
  expect(file.getPageCount()).toBe(count)
  expect(await statuses()).toEqual(new Set(['printed']))
  const prints = (await people.owner(listContractHistory)).filter(({ event }) => event === 'print')
  expect(prints).toHaveLength(count)
  expect(new Set(prints.map(({ contractId }) => contractId)).size).toBe(count)
  expect((await people.owner.raw(printContracts, { contractIds: [...contractIds, people.companyId] })).status).toBe(422)
}, 240_000)
