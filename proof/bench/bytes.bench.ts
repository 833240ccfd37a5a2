import type { Browser, Page, Request } from '@playwright/test'
import { buildWeb } from '../../house/web-build.ts'
import { insertPerson, testPassword } from '../../server/src/testing/people.ts'
import { assertRight, type Bench } from './bench.ts'
import { openBrowser } from './bench-browser.ts'
import { type BenchServer, openBenchServer } from './bench-server.ts'
import { fillClients } from './clients-company.ts'
import { fillNight } from './night-company.ts'

interface FirstLook {
  what: string
  /** Kilobytes of script and style that may be transferred until then. */
  promised: number
  who?: 'owner' | 'client'
  /** Window width; a desktop's by default. */
  width?: number
  path: string
  /** Resolves once the user sees the content. */
  seen: (page: Page) => Promise<unknown>
}

const firstLooks: FirstLook[] = [
  { what: 'sign-in', promised: 170, path: '/sign-in', seen: (page) => page.getByRole('button', { name: 'Se connecter' }).waitFor() },
  {
    what: 'the public form of quote requests, on a phone',
    promised: 150,
    width: 390,
    path: '/demande-de-soumissions',
    seen: (page) => page.getByRole('combobox', { name: 'Adresse à déneiger' }).waitFor(),
  },
  {
    what: 'the contracts of the portal, on a phone',
    promised: 200,
    who: 'client',
    width: 390,
    path: '/client/contracts',
    seen: (page) => page.getByRole('article', { name: /^Contrat/ }).waitFor(),
  },
  {
    // On a desktop the list appears first, as on a phone, and the grid follows.
    what: 'the contracts of the portal with their grid, on a desk',
    promised: 250,
    who: 'client',
    path: '/client/contracts',
    seen: (page) => page.getByRole('row').filter({ hasText: 'Lire et signer' }).waitFor(),
  },
  {
    what: 'home, whose map and chart follow',
    promised: 230,
    who: 'owner',
    path: '/dashboard/home',
    seen: (page) => page.getByRole('region', { name: 'À traiter' }).waitFor(),
  },
  {
    what: 'the first grid, clients with rows',
    promised: 250,
    who: 'owner',
    path: '/dashboard/client-folders/list',
    seen: (page) => page.getByRole('row').filter({ hasText: 'client100@exemple.ca' }).first().waitFor(),
  },
]

/** Everything, the map's own worker included: the map draws in it. */
const liveMap = {
  promised: { requests: 30, kilobytes: 450 },
  who: 'owner' as const,
  path: '/dashboard/geolocation/run-tracking',
  seen: (page: Page) => page.locator('[data-ready]').waitFor(),
}

/** The board is never seen without its map. */
const board = {
  what: 'the board of an operation with its map, on a desk',
  promised: 600,
  who: 'owner' as const,
  seen: async (page: Page) => {
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.locator('[data-ready]').waitFor()
  },
}

/** Parts that only some pages need, and a text in their code that survives bundling. */
const heavy = { maps: 'maplibregl-', charts: 'recharts-', 'rich text': 'ProseMirror', captcha: 'altcha-', workbooks: 'xl/worksheets' }

export const bench: Bench = {
  title: 'Scripts and styles on the wire, nothing cached, as built for users',
  async run() {
    await buildWeb()
    await using server = await openBenchServer()
    await using browser = await openBrowser()
    const made = await fillClients(server, 100)
    const { company, email: owner } = made
    const emails = { owner, client: await addResident(server, company) }
    const measures = []
    for (const { what, promised, ...look } of firstLooks) {
      const { travelled, texts } = await openCold(browser, server, look, emails)
      for (const [part, trace] of Object.entries(heavy))
        assertRight(!texts.some((text) => text.includes(trace)), `${what} brings ${part} along`)
      const bytes = travelled.filter(({ kind }) => kind === 'script' || kind === 'stylesheet')
      const rest = travelled.filter(({ kind }) => kind === 'font' || kind === 'image')
      const figures = `${kilobytes(bytes)} kB in ${bytes.length} files; besides them ${kilobytes(rest)} kB of fonts and pictures`
      measures.push({ what, ratio: kilobytes(bytes) / promised, most: 1, figures })
    }
    const scripts = ({ kind }: Travelled) => ['script', 'stylesheet', 'other'].includes(kind) // a worker's script is « other »
    const { operationId } = await fillNight(server, { sites: 100, routes: 2, made })
    const night = (await openCold(browser, server, { ...board, path: `/dashboard/operations/${operationId}` }, emails)).travelled.filter(
      scripts,
    )
    measures.push({
      what: board.what,
      ratio: kilobytes(night) / board.promised,
      most: 1,
      figures: `${kilobytes(night)} kB in ${night.length} files`,
    })
    const { travelled } = await openCold(browser, server, liveMap, emails)
    const what = 'the live map, everything it fetches'
    const { requests, kilobytes: most } = liveMap.promised
    const figures = `${kilobytes(travelled)} kB in ${travelled.length} requests`
    measures.push({ what: `${what}: requests`, ratio: travelled.length / requests, most: 1, figures })
    measures.push({ what: `${what}: bytes`, ratio: kilobytes(travelled) / most, most: 1, figures })
    return measures
  },
}

interface Travelled {
  kind: string
  bytes: number
}

/** A first visit, already signed in: what the browser fetches until there is something to see, plus a second. */
async function openCold(
  browser: Browser,
  server: BenchServer,
  { who, path, seen, width = 1440 }: Omit<FirstLook, 'what' | 'promised'>,
  emails: Record<'owner' | 'client', string>,
) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, baseURL: server.url, locale: 'fr-CA' })
  if (who) {
    const session = await context.request.post('/api/identity/sign-in', { data: { email: emails[who], password: testPassword } })
    assertRight(session.status() === 200, `${who} signs in`)
    await context.addInitScript("localStorage.setItem('bordee:signed-in', '1')")
  }
  const page = await context.newPage()
  const texts: Promise<string>[] = []
  page.on('response', (answer) => void (answer.url().endsWith('.js') && texts.push(answer.text())))
  const requests = listenToTheWire(page)
  await page.goto(path)
  await seen(page)
  await page.waitForTimeout(1000) // prefetched files count too
  const answer = { travelled: await travelledBy(requests), texts: await Promise.all(texts) }
  await context.close()
  return answer
}

/**
 * Every request, those of workers included: the bytes received, headers included, before decompression. A file that is
 * asked for again, such as the icon or a script of the map's worker, comes from the browser's cache.
 */
function listenToTheWire(page: Page): Request[] {
  const requests: Request[] = []
  const isRepeated = (asked: Request) => requests.some((known) => isFile(known) && known.url() === asked.url())
  page.on('request', (request) => void (isRepeated(request) || requests.push(request)))
  return requests
}

const isFile = (request: Request) => /\.(js|svg)$/.test(request.url())

/** A stream that stays open has no size yet. */
async function travelledBy(requests: Request[]): Promise<Travelled[]> {
  return Promise.all(
    requests.map(async (request) => {
      const kind = request.resourceType()
      if (isStream(request)) return { kind, bytes: 0 }
      const { responseHeadersSize, responseBodySize } = await request.sizes()
      // The browser reports no size for a worker's script.
      const declared = async () => Number(await (await request.response())?.headerValue('content-length'))
      return { kind, bytes: responseHeadersSize + (responseBodySize || (await declared())) }
    }),
  )
}

const isStream = (request: Request) => /\/(live|last-locations)$/.test(request.url())

const kilobytes = (files: Travelled[]) => Math.round(files.reduce((sum, { bytes }) => sum + bytes, 0) / 100) / 10

/** A client, and a contract that waits for her. Returns her e-mail address. */
async function addResident(server: BenchServer, company: string): Promise<string> {
  const { email } = await insertPerson(server, company, 'client')
  await server.inCompany(
    company,
    (tx) => tx.sql`
      with folder as (
        insert into clients (company_id, name, number, email)
        values (${company}, 'Claire', 'banc', ${email})
        returning company_id, id, name)
      insert into contracts (
        company_id, contract_number, status, client_id, client_type, client_name, company_name, start_at, end_at, total_price)
      select company_id, '2026-0001', 'sent', id, 'resident', name, 'Banc d’essai', '2026-11-01', '2027-04-30', 48864
      from folder`,
  )
  return email
}
