// A company that arrives with all its client folders in one workbook.

import { readXlsx } from 'hucre/xlsx'
import pg from 'pg'
import { importSheets } from '../../core/src/imports/columns.ts'
import { proposedMappings } from '../../core/src/imports/mappings.ts'
import { writeWorkbook } from '../../server/src/engine/documents/spreadsheets.ts'
import { readUploaded } from '../../server/src/imports/reading.ts'
import { keepUpload } from '../../server/src/imports/uploads.ts'
import { startWork } from '../../server/src/server.ts'
import { insertCompany, insertPerson } from '../../server/src/testing/people.ts'
import { assertRight, type Bench, ms, timed } from './bench.ts'
import { type BenchServer, openBenchServer } from './bench-server.ts'

const [clients, sites, occupants] = [20_000, 25_000, 40_000]
const rounds = 3
const entities = ['clients', 'sites', 'occupants'] as const

export const bench: Bench = {
  title: `Import of ${clients} clients, ${sites} sites and ${occupants} occupants`,
  async run() {
    await using server = await openBenchServer()
    const copier = new pg.Client(server.ownerUrl)
    await copier.connect()
    try {
      await startWork(server)
      const content = folders()
      const book = await writeWorkbook(entities.map((entity) => ({ shape: importSheets[entity], rows: content[entity] })))
      const [ours, parsing, copying]: [number[], number[], number[]] = [[], [], []]
      let longest = 0
      for (let i = 0; i < rounds; i++) {
        const company = await insertCompany(server, 'Banc d’essai')
        ours.push(
          await timed(async () => {
            longest = Math.max(longest, await importBook(server, book, company))
          }),
        )
        assertRight((await counted(server, company)).join() === [clients, sites, occupants].join(), 'every row is there')
        parsing.push(await timed(() => readXlsx(book)))
        copying.push(await copy(copier, await insertCompany(server, 'Banc d’essai')))
      }
      const best = (times: readonly number[]) => Math.min(...times)
      const [mine, parsed, copied] = [best(ours), best(parsing), best(copying)]
      return [
        {
          what: 'reading and importing the workbook against parsing it and COPY of the same rows',
          ratio: mine / (parsed + copied),
          most: 3,
          figures:
            `${ms(mine)} against ${ms(parsed)} of parsing and ${ms(copied)} of COPY; ` +
            `nobody waited longer than ${ms(longest)} for the thread`,
        },
      ]
    } finally {
      await copier.end()
    }
  },
}

/** Rows by the fields of their sheets. */
function folders() {
  const numbers = Array.from({ length: clients }, (_, i) => String(i + 1))
  const address = (n: number) => ({
    civicNumber: String(n),
    street: 'rue Saint-Jean',
    city: 'Québec',
    state: 'QC',
    country: 'CA',
    zip: 'G1R 1P8',
  })
  const point = (n: number) => ({ latitude: 46.7 + (n % 997) / 5000, longitude: -71.4 + (n % 991) / 3000 })
  const site = (n: number) => ({
    clientLink: String((n % clients) + 1),
    name: n < clients ? 'Entrée' : 'Arrière',
    ...address(n + 1),
    ...point(n),
  })
  const places = Array.from({ length: sites }, (_, n) => site(n))
  return {
    clients: numbers.map((number) => ({
      number,
      name: `Client ${(Number(number) * 7919) % 100_003} Côté`,
      type: 'residential',
      email: `client${number}@exemple.ca`,
      phone: `418${number.padStart(7, '5')}`,
      notes: null,
    })),
    sites: places,
    occupants: Array.from({ length: occupants }, (_, n) => {
      const { clientLink, name } = places[n % sites] ?? site(0)
      return {
        clientLink,
        siteLink: name,
        firstName: 'Prénom',
        lastName: `Nom ${n}`,
        phone: `418555${String(n % 10_000).padStart(4, '0')}`,
        communicationMethod: 'sms',
      }
    }),
  }
}

/** Reads and stores the upload, then imports it by its call. Returns how long that blocked the thread at most. */
async function importBook(server: BenchServer, book: Uint8Array, company: string) {
  const files = async function* () {
    yield { name: 'banc.xlsx', type: '', bytes: async () => book }
  }
  const { packed, sheets } = await readUploaded(files())
  const { accountId, token } = await insertPerson(server, company, 'admin')
  const uploadId = await server.work(async (work) => {
    await work.tx.scope({ companies: [company] })
    return keepUpload(work, { companyId: company, accountId, sheets: packed })
  })
  const body = { data: { uploadId }, companyId: company, ...proposedMappings(sheets) }
  const watch = watchThread()
  const { status, text } = await server.ask('POST', '/importation/import', body, { authorization: `Bearer ${token}` })
  assertRight(status === 200 && text === '[]', `the import answered ${status} ${text.slice(0, 300)}`)
  return watch.stop()
}

const counted = (server: BenchServer, company: string) =>
  server.inCompany(company, async (tx) => {
    const [row] = await tx.sql<{ n: number[] }>`
      select array[
        (select count(*) from clients where company_id = ${company}),
        (select count(*) from sites where company_id = ${company}),
        (select count(*) from occupants where company_id = ${company})]::int[] as n`
    return row?.n ?? []
  })

/** The same rows through COPY, PostgreSQL's fastest way, then rolled back. Returns how long COPY itself took. */
async function copy(client: pg.Client, company: string): Promise<number> {
  const content = folders()
  const id = (kind: number, n: number) => `00000000-0000-7000-8000-${kind}${String(n).padStart(11, '0')}`
  const lines = (rows: readonly (readonly (string | number)[])[]) => Buffer.from(rows.map((row) => `${row.join('\t')}\n`).join(''))
  const tables: [string, Buffer][] = [
    [
      'clients (id, company_id, number, name, type, email, phone)',
      lines(content.clients.map((c, n) => [id(1, n), company, c.number, c.name, c.type, c.email, c.phone])),
    ],
    [
      'sites (id, company_id, client_id, name, type, civic_number, street, city, state, country, zip, lat, lng)',
      lines(
        content.sites.map((s, n) => [
          id(2, n),
          company,
          id(1, n % clients),
          s.name,
          'residential',
          s.civicNumber,
          s.street,
          s.city,
          s.state,
          s.country,
          s.zip,
          s.latitude,
          s.longitude,
        ]),
      ),
    ],
    [
      'occupants (id, company_id, site_id, first_name, last_name, phone, alert_method)',
      lines(content.occupants.map((o, n) => [id(3, n), company, id(2, n % sites), o.firstName, o.lastName, o.phone, 'sms'])),
    ],
  ]
  await client.query('begin')
  // COPY can't write through forced row-level security, so the owner lifts it for itself in this transaction.
  for (const table of entities) await client.query(`alter table ${table} no force row level security`)
  await client.query('alter table slice_changes no force row level security')
  const took = await timed(async () => {
    for (const [into, bytes] of tables) await sent(client, new Copy(`copy ${into} from stdin`, bytes))
  })
  await client.query('rollback')
  return took
}

const sent = (client: pg.Client, query: Copy) =>
  new Promise<void>((resolve, reject) => {
    query.once('end', () => resolve())
    query.once('error', reject)
    client.query(query)
  })

interface CopySink {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

class Copy extends pg.Query {
  readonly #bytes: Buffer

  constructor(text: string, bytes: Buffer) {
    super(text)
    this.#bytes = bytes
  }

  handleCopyInResponse(connection: CopySink) {
    connection.sendCopyFromChunk(this.#bytes)
    connection.endCopyFrom()
  }
}

/** The longest time the thread was blocked while watched. */
function watchThread() {
  let [longest, last] = [0, performance.now()]
  const timer = setInterval(() => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }, 1)
  return {
    stop() {
      clearInterval(timer)
      return longest
    },
  }
}
