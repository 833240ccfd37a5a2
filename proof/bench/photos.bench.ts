import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@bordee/core/api.ts'
import type { ProblemBody } from '@bordee/core/problem.ts'
import { type Door, inCompany, insertCompany, insertPeople, insertPerson } from '../../server/src/testing/people.ts'
import { aJpeg } from '../../server/src/testing/photos.ts'
import { newRun, second } from '../../server/src/testing/runs.ts'
import type { Caller, People } from '../../server/src/testing/server.ts'
import { callerAt, householdAgent } from '../ask.ts'
import { openRunningServer } from '../running-server.ts'
import { assertRight, type Bench, ms, percentile, timed } from './bench.ts'

const [companies, phonesOfEach, photosOfEach, marksAlone] = [20, 10, 3, 5]
const phones = companies * phonesOfEach
const pause = 4 * second
/** Twelve uploads of 20 MB at most, and two photos being drawn. */
const mostMegabytes = 12 * 20 + 2 * 150

interface Phone {
  companyId: string
  /** A phone sends its photos on a second connection. */
  driver: Caller
  camera: Caller
  runId: string
  stopId: string
  siteId: string
}

export const bench: Bench = {
  title: `${phones} phones with ${photosOfEach} photos each after a night without network`,
  async run() {
    const server = await openRunningServer()
    try {
      const crew = await newCrew(server)
      const shot = await aJpeg(1600, 1200, 9)
      await Promise.all(crew.map((phone) => mark(phone, Math.random() * pause))) // warm-up

      const alone = (await Promise.all(crew.map((phone) => markAlone(phone)))).flat()
      const before = megabytesOf(server.child.pid)
      let sending = crew.length
      const began = performance.now()
      const during = await Promise.all(
        crew.map(async (phone, i) => {
          const sent = sendAll(phone, shot, i).finally(() => sending--)
          const times = await markWhile(phone, () => sending > 0)
          await sent
          return times
        }),
      )
      const took = performance.now() - began
      const grown = megabytesOf(server.child.pid) - before
      for (const companyId of new Set(crew.map((phone) => phone.companyId))) {
        const [kept] = await inCompany(server, companyId, (tx) => tx.sql<{ photos: number }>`select count(*)::int as photos from photos`)
        assertRight(kept?.photos === phonesOfEach * photosOfEach, `a company has ${kept?.photos} photos`)
      }
      const [p95, usual] = [percentile(during.flat(), 0.95), percentile(alone, 0.95)]
      const each = `${phones * photosOfEach} photos of ${Math.round(shot.length / 1000)} kB in ${Math.round(took / 1000)} s`
      return [
        {
          what: 'a driver’s mark: p95 while photos arrive, against p95 without them',
          ratio: p95 / usual,
          most: 2,
          figures: `${ms(p95)} against ${ms(usual)}; ${during.flat().length} and ${alone.length} marks; ${each}`,
        },
        {
          what: `the server’s memory at its highest, beyond that without photos, against its bound of ${mostMegabytes} MB`,
          ratio: grown / mostMegabytes,
          most: 1,
          figures: `${Math.round(grown)} MB more than ${Math.round(before)} MB`,
        },
      ]
    } finally {
      await server.close()
    }
  },
}

async function newCrew(server: Door & { url: string }): Promise<Phone[]> {
  const crew: Phone[] = []
  for (let c = 0; c < companies; c++) {
    const companyId = await insertCompany(server, `Déneigement ${c}`)
    const { owner } = await insertPeople(server, companyId)
    const people = { companyId, owner: callerAt(() => server.url, householdAgent(2 * phones + c), owner) } as People
    for (let p = 0; p < phonesOfEach; p++) {
      const person = await insertPerson(server, companyId, 'employee')
      const [driver, camera] = [0, 1].map((n) => callerAt(() => server.url, householdAgent(2 * crew.length + n), person)) as [
        Caller,
        Caller,
      ]
      const { id: runId } = await newRun(people, { by: driver, driveways: 1 })
      const { runSites } = await driver(api.getRunDetails, { id: runId })
      const [{ id: stopId = '', siteId } = {}] = runSites
      crew.push({ companyId, driver, camera, runId, stopId, siteId: siteId ?? '' })
    }
  }
  return crew
}

/** How many milliseconds a mark took, after a pause. */
async function mark({ driver, runId, stopId }: Phone, after: number): Promise<number> {
  await sleep(after)
  const told = { runId, runSiteId: stopId, id: randomUUID(), at: new Date().toISOString(), reason: 'vehicle' as const }
  return timed(() => driver(api.markSiteNotDone, told))
}

async function markAlone(phone: Phone): Promise<number[]> {
  let left = marksAlone
  return markWhile(phone, () => left-- > 0)
}

async function markWhile(phone: Phone, goesOn: () => boolean): Promise<number[]> {
  const times = []
  // Phones don't mark in step.
  for (let after = Math.random() * pause; goesOn(); after = pause) times.push(await mark(phone, after))
  return times
}

async function sendAll({ camera, runId, siteId }: Phone, shot: Buffer, phone: number) {
  for (let n = 0; n < photosOfEach; n++) {
    // A mark has at most four photos, and may arrive after them.
    const told = { id: randomUUID(), kind: 'mark', runId, siteId, markId: randomUUID(), takenAt: new Date().toISOString() }
    await insist(camera, { ...told, file: unlike(shot, phone * photosOfEach + n) })
  }
}

/** Again for as long as the server is busy, as phones do. */
async function insist(camera: Caller, photo: object) {
  for (;;) {
    const { status, body } = await camera.raw(api.addPhoto, photo)
    if (status === 201) return
    const { retryAfter, message } = body as ProblemBody
    assertRight(status === 429 || status === 503, `a photo was answered ${status}: ${message}`)
    await sleep((retryAfter ?? 5) * second)
  }
}

/** Another picture, at every size, in the same bytes but two: those that scale its brightness and its slowest change. */
function unlike(shot: Buffer, n: number): Buffer {
  const other = Buffer.from(shot)
  const table = other.indexOf(Buffer.from([0xff, 0xdb])) + 5
  other[table] = 2 + (n % 50)
  other[table + 1] = 2 + (Math.floor(n / 50) % 50)
  return other
}

/** The most memory that a process ever had. */
function megabytesOf(pid: number | undefined): number {
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1000
}
