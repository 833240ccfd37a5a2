import { createServer, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@bordee/core/api.ts'
import { Live } from '../../server/src/engine/live/live.ts'
import { listenLocally } from '../../server/src/testing/local-server.ts'
import { assertRight, type Bench, type Measure, ms, percentile, timed } from './bench.ts'
import { type BenchCompany, type BenchServer, listen, newBenchCompany, openBenchServer } from './bench-server.ts'
import { openReaders, readers } from './bulletin.readers.ts'

const path = '/bulletin/neige-du-banc'
const rounds = 9
const answers = 8000
const looks = 100

export const bench: Bench = {
  title: 'The bulletin of a company, in a storm',
  async run() {
    await using server = await openBenchServer()
    const publisher = await newBenchCompany(server)
    const post = await publish(server, publisher)
    const crowd = await openReaders()
    try {
      return [await throughput(server, crowd), await neighbour(server, crowd), await freshness(server, post)]
    } finally {
      crowd.close()
    }
  },
}

type Crowd = Awaited<ReturnType<typeof openReaders>>
const portOf = (url: string) => Number(new URL(url).port)

/** A page as it is in a storm, with a month behind it. Returns how to write on. */
async function publish(server: BenchServer, { headers }: BenchCompany) {
  const config = {
    isOn: true,
    address: 'neige-du-banc',
    isAutomatic: false,
    isUnlisted: false,
    color: 'teal',
    phone: '4185550142',
    links: [],
    sentences: {},
    sectorIds: [],
    groupingIds: [],
  }
  const set = await server.ask('PUT', api.updateBulletinConfig.path, config, headers)
  assertRight(set.status === 200, `the settings answered ${set.status} ${set.text}`)
  const post = async (text: string) => {
    const { status } = await server.ask('POST', api.postBulletin.path, { state: 'under-way', text }, headers)
    assertRight(status === 201, `a bulletin answered ${status}`)
  }
  for (let n = 0; n < 30; n++) await post(`Nos équipes sont sur la route, ronde ${n}.`)
  await sleep(500) // the server has heard of it
  return post
}

/** Against node:http alone with the same headers and bytes. */
async function throughput(server: BenchServer, crowd: Crowd): Promise<Measure> {
  const asked = { headers: { 'accept-encoding': 'br' } }
  const answer = await fetch(`${server.url}${path}`, asked)
  const bytes = await rawBytes(server.url)
  const ofConnection = ['connection', 'date', 'keep-alive']
  const headers = [...answer.headers].filter(([name]) => !ofConnection.includes(name)).flat()
  const bare = createServer((_request, response) => response.writeHead(200, headers).end(bytes))
  const url = await listenLocally(bare)
  try {
    const [ours, same] = await Promise.all([fetch(`${server.url}${path}`), fetch(`${url}${path}`)])
    assertRight((await ours.text()) === (await same.text()), 'the page is the same from both')
    const rates = { ours: [] as number[], bare: [] as number[] }
    for (let round = 0; round < rounds; round++)
      for (const [who, at] of [
        ['ours', server.url],
        ['bare', url],
      ] as const) {
        const read = await crowd.read({ port: portOf(at), path, answers })
        rates[who].push(read.answers / read.seconds)
      }
    const [mine, peers] = [rates.ours, rates.bare].map((all) => percentile(all.slice(1), 0.5)) as [number, number]
    return {
      what: `${readers} readers at once: throughput of node:http alone with the same bytes, against ours`,
      ratio: peers / mine,
      most: 1 / 0.6,
      figures: `${Math.round(mine)} pages/s against ${Math.round(peers)}: ${Math.round((100 * mine) / peers)} %; ${bytes.length} bytes`,
    }
  } finally {
    bare.close()
    bare.closeAllConnections()
  }
}

/** As sent: `fetch` would decompress them. */
function rawBytes(url: string): Promise<Buffer> {
  const { promise, resolve } = Promise.withResolvers<Buffer>()
  get(`${url}${path}`, { headers: { 'accept-encoding': 'br' } }, (answer) => {
    const chunks: Buffer[] = []
    answer.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => resolve(Buffer.concat(chunks)))
  })
  return promise
}

/** What another company's office waits meanwhile. */
async function neighbour(server: BenchServer, crowd: Crowd): Promise<Measure> {
  const { headers } = await newBenchCompany(server)
  const look = async () => {
    const { status } = await server.ask('GET', '/routes/select-options', undefined, headers)
    assertRight(status === 200, 'the options are answered')
  }
  const times = { idle: [] as number[], during: [] as number[] }
  const lookOften = async (into: number[]) => {
    for (let n = 0; n < looks; n++) into.push(await timed(look))
  }
  await lookOften([]) // warm-up
  let pages = 0
  for (let round = 0; round < rounds; round++) {
    await lookOften(times.idle)
    const stop = await crowd.readOn({ port: portOf(server.url), path })
    await lookOften(times.during)
    const read = await stop()
    pages += read.answers / read.seconds / rounds
  }
  const [idle, during] = [percentile(times.idle, 0.5), percentile(times.during, 0.5)]
  return {
    what: `GET /routes/select-options of another company while ${readers} read without a pause, against idle`,
    ratio: during / idle,
    most: 1.5,
    figures: `medians ${ms(during)} against ${ms(idle)}; ${Math.round(pages)} pages a second meanwhile`,
  }
}

/** Until two servers show what was written. */
async function freshness(server: BenchServer, post: (text: string) => Promise<void>): Promise<Measure> {
  const live = new Live(server.ownerUrl)
  await live.start()
  await using other = await listen({ ...server, live })
  const pages = [server.url, other.url].map((url) => async () => (await fetch(`${url}${path}`)).text())
  const times = []
  try {
    for (let n = 0; n < 20; n++) {
      await Promise.all(pages.map((page) => page()))
      const text = `Changement ${n}.`
      times.push(
        await timed(async () => {
          await post(text)
          for (const page of pages) while (!(await page()).includes(text)) await sleep(10)
        }),
      )
    }
  } finally {
    await live.stop()
  }
  const slowest = Math.max(...times)
  return {
    what: 'from writing until two servers show it, the slowest of 20, against 3 s',
    ratio: slowest / 3000,
    most: 1,
    figures: `median ${ms(percentile(times, 0.5))}, slowest ${ms(slowest)}`,
  }
}
