// Fills the disk of the data folder to the last byte while people work, then frees it.
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdirSync, mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { messageCalls } from '@bordee/core/messages/messages.calls.ts'
import type { Photo } from '@bordee/core/photos/photo.ts'
import { photoCalls } from '@bordee/core/photos/photos.calls.ts'
import type { ProblemBody } from '@bordee/core/problem.ts'
import { aJpeg } from '../../server/src/testing/photos.ts'
import { newRoute, second } from '../../server/src/testing/runs.ts'
import type { Reply } from '../../server/src/testing/server.ts'
import { postmasterOf, type RunningServer } from '../running-server.ts'
import type { Company } from './company.ts'
import { hashOf } from './evidence.ts'
import type { Scenario } from './scenario.ts'

/** Photos are refused while less than 512 of them are free. */
const megabytes = 1400
/** Seconds: long enough for PostgreSQL to free and take space several times. */
const fullFor = 25
/** Seconds within which the server must answer normally again, without help. */
const backWithin = 60

export const disk: Scenario = {
  tried: `the data folder on a disk of ${megabytes} MB (tmpfs), filled to its last byte for ${fullFor} s, then given room again`,
  async open() {
    const mount = mkdtempSync(join(tmpdir(), 'bordee-disk-'))
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', mount], { stdio: 'pipe' })
    } catch (error) {
      rmdirSync(mount)
      return { impossible: `no disk can be mounted here: ${String((error as { stderr?: Buffer }).stderr ?? error).trim()}` }
    }
    const dataDir = join(mount, 'data')
    mkdirSync(dataDir)
    return {
      starting: { dataDir },
      close() {
        execFileSync('umount', ['-l', mount])
        rmdirSync(mount)
      },
    }
  },
  async run({ server, companies, note }) {
    await sleep(8 * second)
    const before = postmasterOf(server)
    const ballast = join(server.dataDir, '..', 'ballast')
    const answers = await Promise.all(companies.map((company) => askingOf(company)))
    for (let passed = 0; passed < 5; passed++) await Promise.all(answers.map((asking) => asking.ask()))
    const sum = (of: (asking: Asking) => number) => answers.reduce((all, asking) => all + of(asking), 0)
    const well = sum((asking) => asking.well)
    const photos = sum(({ kept }) => kept.photos.length)
    writeFileSync(ballast, '')
    for (let passed = 0; passed < fullFor; passed++) {
      fill(ballast)
      await sleep(second)
      await Promise.all(answers.map((asking) => asking.ask()))
    }
    const wasUp = server.isUp()
    rmSync(ballast)
    const isBack = wasUp && (await backAgain(server, companies))
    await sleep(10 * second)
    const fell = postmasterOf(server) === before ? 'PostgreSQL stayed' : 'PostgreSQL fell and was raised again'
    note(
      `while it was full ${sum(({ well }) => well) - well} were answered well, ${sum(({ refused }) => refused)} refused in French; ${fell}`,
    )
    const lost = (await Promise.all(answers.map((asking) => asking.lost(server)))).flat()
    return [
      ...(photos > 0 ? [] : ['no photo was taken before the disk was full']),
      ...(wasUp ? [] : ['the server ended while the disk was full']),
      ...(isBack ? [] : [`nobody was answered well within ${backWithin} s of the disk having room again`]),
      ...answers.flatMap(({ wrong }) => wrong),
      ...lost,
    ]
  },
}

/** To the last byte, including what others free meanwhile. */
function fill(ballast: string) {
  for (let block = 1024 * 1024; block >= 1024; block /= 16) {
    try {
      while (freeBytes(ballast) > 0) appendFileSync(ballast, Buffer.alloc(block))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }
}

function freeBytes(file: string): number {
  const { bavail, bsize } = statfsSync(file)
  return bavail * bsize
}

const askingOf = async (company: Company) => new Asking(company, (await newRoute(company.people.owner, 1)).siteIds[0] ?? '')

/** Writes a message and sends a photo each second, remembers what was acknowledged, and checks the other answers. */
class Asking {
  readonly #company: Company
  readonly #siteId: string
  readonly kept = { messages: [] as string[], photos: [] as string[] }
  readonly wrong: string[] = []
  refused = 0

  constructor(company: Company, siteId: string) {
    this.#company = company
    this.#siteId = siteId
  }

  get well(): number {
    return this.kept.messages.length + this.kept.photos.length
  }

  async ask() {
    const { owner } = this.#company.people
    const message = { short: `Plein ${this.well + this.refused}`, long: 'Le disque est plein. '.repeat(100) }
    const photo = { id: randomUUID(), kind: 'condition', siteId: this.#siteId, takenAt: new Date().toISOString(), file: await aJpeg() }
    this.#judge(await owner.raw(messageCalls.createMessage, { message }).catch(() => undefined), this.kept.messages)
    this.#judge(await owner.raw(photoCalls.addPhoto, photo).catch(() => undefined), this.kept.photos)
  }

  #judge(reply: Reply | undefined, kept: string[]) {
    if (!reply) return
    if (reply.status < 300) kept.push((reply.body as { id: string }).id)
    else if (typeof (reply.body as ProblemBody | null)?.message === 'string') this.refused++
    else this.wrong.push(`answered ${reply.status} without a word while the disk was full`)
  }

  async lost(server: RunningServer): Promise<string[]> {
    const { owner } = this.#company.people
    const messages = (await owner(messageCalls.listMessages)) as { id: string }[]
    const photos = (await owner(photoCalls.listPhotos, { siteId: this.#siteId })) as Photo[]
    const whole = await Promise.all(photos.map(async ({ id, hash }) => (await hashOf(server, owner, `/api/photos/${id}`)) === hash))
    const missing = (ids: readonly string[], there: readonly { id: string }[]) =>
      ids.filter((id) => !there.some((one) => one.id === id)).length
    return [
      [missing(this.kept.messages, messages), 'messages that were acknowledged are not there'] as const,
      [missing(this.kept.photos, photos), 'photos that were acknowledged are not there'] as const,
      [whole.filter((isWhole) => !isWhole).length, 'photos are not what was stored'] as const,
    ].flatMap(([count, what]) => (count ? [`${count} ${what}`] : []))
  }
}

async function backAgain(server: RunningServer, companies: readonly Company[]): Promise<boolean> {
  for (let passed = 0; passed < backWithin && server.isUp(); passed++) {
    const asked = companies.map(({ people }) =>
      people.owner.raw(messageCalls.createMessage, { message: { short: 'Retour', long: 'Retour' } }),
    )
    const replies = await Promise.allSettled(asked)
    if (replies.every((reply) => reply.status === 'fulfilled' && reply.value.status < 300)) return true
    await sleep(second)
  }
  return false
}
