// A neighbour at its worst. As a program it makes one kind of noise until it is stopped, then reports the answers.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { crc32, deflateSync } from 'node:zlib'
import { boxNames } from '@bordee/core/contracts/boxes.ts'
import { seeded } from '../../server/src/demo/chance.ts'

interface Kind {
  atOnce: number
  /** Ignores what a refusal asks it to wait. */
  isStubborn?: boolean
  /** `target`: what it aims at, such as a contract's id. */
  request(token: string, target: string): { method: string; path: string; headers?: Record<string, string>; body?: string }
}

const json = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' })
const nowhere = '00000000-0000-7000-8000-000000000000'

/** Areas of 1,000 corners, shaped like a comb: every side lies next to every other. */
const teeth = Array.from({ length: 998 }, (_, i) => ({ lat: +(46.8 + i / 1e5).toFixed(5), lng: i % 2 ? -71.2 : -71.3 }))
const corners = [...teeth, { lat: 46.82, lng: -71.1 }, { lat: 46.79, lng: -71.1 }]
const areas = (count: number) =>
  JSON.stringify({ site: { areas: Array.from({ length: count }, (_, i) => ({ name: `Zone ${i}`, polygon: corners })) } })
const keys = (count: number) => JSON.stringify({ site: Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 1])) })
const bodies = { manyAreas: areas(70), allowedAreas: areas(5), manyKeys: keys(120_000), allowedKeys: keys(40_000) }
const change = (token: string, body: string) => ({ method: 'PATCH', path: `/sites/${nowhere}`, headers: json(token), body })
const fields = Array.from({ length: 150_000 }, (_, i) => `f${i}=1`).join('&')
const logo = (png: string) => JSON.stringify({ company: { logo: `data:image/png;base64,${png}` } })
const logos = { heavy: logo(pngOf(450, seeded(1))), wide: logo(pngOf(3000, () => 0.5)) }
const draw = (token: string, body: string) => ({ method: 'PATCH', path: '/companies/current', headers: json(token), body })

export const noises = {
  '70 areas of 1,000 corners': { atOnce: 8, request: (token) => change(token, bodies.manyAreas) },
  'as many corners as a site may have': { atOnce: 8, request: (token) => change(token, bodies.allowedAreas) },
  '120,000 JSON keys': { atOnce: 8, request: (token) => change(token, bodies.manyKeys) },
  'as many JSON keys as fit': { atOnce: 8, request: (token) => change(token, bodies.allowedKeys) },
  '150,000 form fields to an open webhook': {
    atOnce: 8,
    request: () => ({
      method: 'POST',
      path: '/webhooks/twilio/sms',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: fields,
    }),
  },
  '150 connections that read the settings': { atOnce: 150, isStubborn: true, request: () => ({ method: 'GET', path: '/config' }) },
  '150 connections that ask for the whole API': {
    atOnce: 150,
    isStubborn: true,
    request: () => ({ method: 'GET', path: '/openapi.json' }),
  },
  '150 connections that search': {
    atOnce: 150,
    isStubborn: true,
    request: (token) => ({ method: 'GET', path: '/search?text=tremblay', headers: json(token) }),
  },
  '150 connections with tokens that nobody gave': {
    atOnce: 150,
    isStubborn: true,
    request: () => ({ method: 'GET', path: '/customers', headers: json(`e30.${randomBytes(12).toString('base64url')}.${'A'.repeat(43)}`) }),
  },
  '150 connections that print a contract': {
    atOnce: 150,
    isStubborn: true,
    request: (token, id) => ({ method: 'GET', path: `/contracts/print/${id}`, headers: json(token) }),
  },
  '150 connections that sign a contract': {
    atOnce: 150,
    isStubborn: true,
    request: (token, id) => ({ method: 'POST', path: `/contracts/${id}/accept`, headers: json(token), body: signature }),
  },
  '150 connections of one tracker’s key': {
    atOnce: 150,
    isStubborn: true,
    request: (_token, key) => ({ method: 'POST', path: `/devices/ingest?id=${key}&lat=46.8&lon=-71.2` }),
  },
  '30 heavy logos at once': { atOnce: 30, request: (token) => draw(token, logos.heavy) },
  '30 logos of 9 million pixels at once': { atOnce: 30, request: (token) => draw(token, logos.wide) },
  '30 whole lists at once': { atOnce: 30, request: (token) => ({ method: 'GET', path: '/customers', headers: json(token) }) },
  '200 connections that guess keys of trackers': {
    atOnce: 200,
    isStubborn: true,
    request: () => ({ method: 'POST', path: `/devices/ingest?id=${randomBytes(32).toString('base64url')}&lat=46.8&lon=-71.2` }),
  },
} satisfies Record<string, Kind>
export type Noise = keyof typeof noises

const signature = JSON.stringify({ version: 1, signerName: 'Claire', boxes: boxNames })

/** In a separate process, so that we don't measure the cost of making the noise. */
export async function startNoise(noise: Noise, url: string, { token = '', target = '' } = {}) {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), noise, url], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  child.send({ token, target })
  await once(child, 'message') // the first answers are in: it is running
  return {
    async stop(): Promise<number[]> {
      child.send('stop')
      const [answers] = (await once(child, 'message')) as [number[]]
      child.kill()
      return answers
    },
  }
}

/** « 200: 12, 429: 30 »; 0 is a connection that was closed. */
export const counted = (answers: readonly number[]) =>
  Object.entries(Object.groupBy(answers, (status) => status))
    .map(([status, all]) => `${status}: ${all?.length}`)
    .join(', ')

/** Random pixels don't compress; a single colour is small, yet expands to the same size. */
function pngOf(side: number, random: () => number): string {
  const rows = Buffer.alloc(side * (1 + side * 3))
  for (let i = 0; i < rows.length; i++) rows[i] = i % (1 + side * 3) === 0 ? 0 : random() * 256
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const [size, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    size.writeUInt32BE(data.length)
    check.writeUInt32BE(crc32(named))
    return Buffer.concat([size, named, check])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]).toString(
    'base64',
  )
}

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })

/** Faster than `fetch`: the noise must not be slower than the server. Status 0: it cuts off bodies that are too long. */
function asked(url: URL, { body, ...sent }: Omit<ReturnType<Kind['request']>, 'path'>) {
  const { promise, resolve } = Promise.withResolvers<{ status: number; retryAfter: number }>()
  const question = request(url, { ...sent, agent }, (answer) => {
    const given = { status: answer.statusCode ?? 0, retryAfter: Number(answer.headers['retry-after'] ?? 0) }
    answer.resume().on('close', () => resolve(given))
  })
  question.on('error', () => resolve({ status: 0, retryAfter: 0 })).end(body)
  return promise
}

interface Aim {
  token: string
  target: string
}

async function makeNoise({ atOnce, isStubborn = false, request: next }: Kind, url: string, { token, target }: Aim) {
  const answers: number[] = []
  let stopped = false
  process.on('message', (text) => {
    if (text === 'stop') stopped = true
  })
  const loop = async () => {
    while (!stopped) {
      const { path, ...sent } = next(token, target)
      const { status, retryAfter } = await asked(new URL(`${url}/api${path}`), sent)
      answers.push(status)
      if (answers.length === Math.min(3, atOnce)) process.send?.('under way')
      if (status === 429 && !isStubborn) await sleep(1000 * retryAfter)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, loop))
  process.send?.(answers)
}

const [, program = '', noise, url = ''] = process.argv
if (program.endsWith('neighbours.noise.ts')) {
  process.once('message', (aim) => void makeNoise(noises[noise as Noise], url, aim as Aim))
}
