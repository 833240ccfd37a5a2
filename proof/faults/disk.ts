// Fills the disk of the data folder to the last byte while people work, then frees it.
import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { messageCalls } from '@bordee/core/messages/messages.calls.ts'
import type { ProblemBody } from '@bordee/core/problem.ts'
import { second } from '../../server/src/testing/runs.ts'
import { postmasterOf, type RunningServer } from '../running-server.ts'
import type { Company } from './company.ts'
import type { Scenario } from './scenario.ts'

const megabytes = 640
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
    const answers = companies.map((company) => new Asking(company))
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
    const sum = (of: (asking: Asking) => number) => answers.reduce((all, asking) => all + of(asking), 0)
    const fell = postmasterOf(server) === before ? 'PostgreSQL stayed' : 'PostgreSQL fell and was raised again'
    note(`while it was full ${sum(({ well }) => well)} were answered well, ${sum(({ refused }) => refused)} refused in French; ${fell}`)
    const lost = (await Promise.all(answers.map((asking) => asking.lost()))).flat()
    return [
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

/** Writes a message each second, remembers what was acknowledged, and checks the other answers. */
class Asking {
  readonly #company: Company
  readonly #kept: string[] = []
  readonly wrong: string[] = []
  well = 0
  refused = 0

  constructor(company: Company) {
    this.#company = company
  }

  async ask() {
    const message = { short: `Plein ${this.well + this.refused}`, long: 'Le disque est plein. '.repeat(100) }
    const reply = await this.#company.people.owner.raw(messageCalls.createMessage, { message }).catch(() => undefined)
    if (!reply) return
    if (reply.status < 300) {
      this.well++
      this.#kept.push((reply.body as { id: string }).id)
    } else if (typeof (reply.body as ProblemBody | null)?.message === 'string') this.refused++
    else this.wrong.push(`answered ${reply.status} without a word while the disk was full`)
  }

  async lost(): Promise<string[]> {
    const messages = (await this.#company.people.owner(messageCalls.listMessages)) as { id: string }[]
    const there = new Set(messages.map(({ id }) => id))
    const missing = this.#kept.filter((id) => !there.has(id)).length
    return missing ? [`${missing} messages that were acknowledged while the disk was full are not there`] : []
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
