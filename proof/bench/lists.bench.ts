import { gzipSync } from 'node:zlib'
import type { CDPSession, Page } from '@playwright/test'
import { formatNumber } from '../../core/src/text.ts'
import { buildWeb } from '../../house/web-build.ts'
import { assertRight, type Bench, type Measure, ms, percentile } from './bench.ts'
import { openBrowser, openDesk, signIn } from './bench-browser.ts'
import { type BenchServer, openBenchServer } from './bench-server.ts'
import { fillClients } from './clients-company.ts'

const rounds = 7
const sizes = [300, 2_000, 20_000].map((clients) => ({ clients, secondSites: clients / 4 }))
type Size = (typeof sizes)[number]

const lists = {
  clients: { path: '/dashboard/client-folders/list', call: '/api/customers', length: ({ clients }: Size) => clients },
  sites: {
    path: '/dashboard/client-folders/sites',
    call: '/api/sites',
    length: ({ clients, secondSites }: Size) => clients + secondSites,
  },
  occupants: { path: '/dashboard/client-folders/occupants', call: '/api/contacts', length: ({ clients }: Size) => clients * 2 },
}
type List = (typeof lists)[keyof typeof lists]

export const bench: Bench = {
  title: 'Long lists as one meets them in the browser',
  async run() {
    await buildWeb()
    await using server = await openBenchServer()
    await using browser = await openBrowser()
    const readers: Reader[] = []
    for (const size of sizes) {
      const { company, email } = await fillClients(server, size.clients, size.secondSites)
      const page = await openDesk(browser, server)
      await signIn(page, email)
      await allRows(page, size.clients)
      readers.push({ page, company, size, wire: await listenTo(page) })
    }
    const measures: Measure[] = []
    for (const [name, list] of Object.entries(lists)) measures.push(...(await measure(server, name, list, readers)))
    return measures
  },
}

interface Reader {
  page: Page
  company: string
  size: Size
  wire: Wire
}

/** The companies take turns; something changes between rounds so that nothing comes from the browser's cache. */
async function measure(server: BenchServer, name: string, list: List, readers: readonly Reader[]): Promise<Measure[]> {
  const opened = new Map<Reader, Opened[]>(readers.map((reader) => [reader, []]))
  for (let i = 0; i < rounds; i++) {
    for (const reader of readers) {
      await changeSomething(server, reader)
      opened.get(reader)?.push(await open(reader, list))
    }
  }
  const middle = (reader: Reader, key: keyof Opened) =>
    percentile(
      (opened.get(reader) ?? []).map((one) => one[key]),
      0.5,
    )
  const [shortest, ...longer] = readers as [Reader, ...Reader[]]
  const longest = longer.at(-1) as Reader
  const count = ({ size }: Reader) => formatNumber(list.length(size))
  const figures = readers.map((reader) => `${count(reader)}: ${ms(middle(reader, 'firstRows'))}`).join(', ')
  const again = await open(longest, list)
  return [
    ...longer.map((reader) => ({
      what: `${name}: the first of ${count(reader)} rows on screen, against the shortest list`,
      ratio: middle(reader, 'firstRows') / middle(shortest, 'firstRows'),
      most: 1.5,
      figures: `medians from the question to the rows, ${figures}`,
    })),
    {
      what: `${name}: what ${count(longest)} weigh on the wire, against 2 MB`,
      ratio: middle(longest, 'bytes') / 2e6,
      most: 1,
      figures:
        `${kilobytes(middle(longest, 'bytes'))} in ${middle(longest, 'answers')} answers, ` +
        `${kilobytes(middle(longest, 'unpacked'))} of JSON, all there after ${ms(middle(longest, 'allRows'))}, ` +
        `${ms(middle(longest, 'longestFrame'))} of script in the longest frame meanwhile`,
    },
    {
      what: `${name}: what a reload weighs when nothing changed, against 10 kB`,
      ratio: again.bytes / 1e4,
      most: 1,
      figures: `${kilobytes(again.bytes)} in ${again.answers} answers, first rows after ${ms(again.firstRows)}`,
    },
  ]
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`

async function changeSomething(server: BenchServer, { company }: Reader) {
  await server.inCompany(company, async (tx) => {
    await tx.sql`
      update clients set post = case post when '1' then '2' else '1' end
      where id = (select id from clients where company_id = ${company} order by number limit 1)`
  })
}

interface Opened {
  /** Milliseconds from the request to the first rows, and to all. */
  firstRows: number
  allRows: number
  /** Milliseconds of script in the longest frame after the first rows. */
  longestFrame: number
  /** The list's answers as transferred. */
  bytes: number
  unpacked: number
  answers: number
}

async function open({ page, size, wire }: Reader, list: List): Promise<Opened> {
  wire.forget()
  await page.goto(list.path)
  const firstRows = await page.evaluate<number>(sinceAsked(list, 'benchFirstRow'))
  await allRows(page, list.length(size))
  const all = await page.evaluate<number>(sinceAsked(list, 'performance.now()'))
  const longestFrame = await page.evaluate<number>(
    'Math.max(0, ...benchFrames.filter(({ startTime }) => startTime > benchFirstRow).map(({ script }) => script))',
  )
  return { firstRows, allRows: all, longestFrame, ...(await wire.weigh(list)) }
}

/** Counted from the list's first request, to exclude loading the application. Sent as text: no DOM here. */
const sinceAsked = ({ call }: List, then: string) => `(async () => {
  while (!globalThis.benchFirstRow) await new Promise((next) => setTimeout(next, 20))
  const asked = performance.getEntriesByType('resource').filter(({ name }) => new URL(name).pathname === '${call}')
  return ${then} - Math.min(...asked.map(({ startTime }) => startTime))
})()`

/** Waits until the grid reports that it holds them all. */
const allRows = (page: Page, count: number) =>
  page.getByText(new RegExp(`sur ${formatNumber(count).replace(/\s/g, '\\s')}$`)).waitFor({ timeout: 120_000 })

interface Wire {
  forget(): void
  weigh(list: List): Promise<Pick<Opened, 'bytes' | 'unpacked' | 'answers'>>
}

/** What the browser itself counted. Answers that are not compressed yet are compressed here, as a proxy would. */
async function listenTo(page: Page): Promise<Wire> {
  await page.addInitScript(`
    requestAnimationFrame(function look() {
      if (document.querySelector('tbody tr')) globalThis.benchFirstRow = performance.now()
      else requestAnimationFrame(look)
    })
    globalThis.benchFrames = []
    new PerformanceObserver((list) => {
      for (const { startTime, scripts } of list.getEntries())
        benchFrames.push({ startTime, script: scripts.reduce((sum, { duration }) => sum + duration, 0) })
    }).observe({ type: 'long-animation-frame' })`)
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable', { maxTotalBufferSize: 500_000_000, maxResourceBufferSize: 100_000_000 })
  const answers = new Map<string, { path: string; isPacked: boolean; isKept: boolean; encoded?: number }>()
  cdp.on('Network.responseReceived', ({ requestId, response }) => {
    answers.set(requestId, {
      path: new URL(response.url).pathname,
      isPacked: Object.keys(response.headers).some((header) => header.toLowerCase() === 'content-encoding'),
      isKept: response.fromDiskCache === true || response.status === 304,
    })
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const answer = answers.get(requestId)
    if (answer) answer.encoded = encodedDataLength
  })
  return {
    forget: () => answers.clear(),
    async weigh({ call }) {
      const ours = [...answers].filter(([, { path }]) => path === call)
      let [bytes, unpacked] = [0, 0]
      for (const [requestId, { isPacked, encoded = 0 }] of ours) {
        assertRight(encoded > 0, `${call} was not heard to its end`)
        const body = await bodyOf(cdp, requestId)
        unpacked += body.length
        bytes += isPacked || encoded < body.length ? encoded : gzipSync(body).length + encoded - body.length
      }
      return { bytes, unpacked, answers: ours.length }
    },
  }
}

async function bodyOf(cdp: CDPSession, requestId: string): Promise<Buffer> {
  const { body, base64Encoded } = await cdp.send('Network.getResponseBody', { requestId })
  return Buffer.from(body, base64Encoded ? 'base64' : 'utf8')
}
