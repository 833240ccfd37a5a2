// What is done to a server while people work with it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TwilioServer } from '../../server/src/testing/local-twilio.ts'
import type { House } from '../house.ts'

export interface Scenario {
  tried: string
  run(at: { house: House; twilio: TwilioServer }): Promise<void>
}

const second = 1000

export const scenarios: Record<string, Scenario> = {
  kill: {
    tried: 'kill -9 of the server, three times',
    async run({ house }) {
      for (let i = 0; i < 3; i++) {
        await sleep(5 * second)
        await house.kill()
        await house.start()
      }
      await sleep(3 * second)
    },
  },
  'postgres-restart': {
    tried: 'PostgreSQL ended at once, twice; its keeper raises it again',
    async run({ house }) {
      for (let i = 0; i < 2; i++) {
        await sleep(5 * second)
        process.kill(postmasterOf(house), 'SIGQUIT')
      }
      await sleep(10 * second)
    },
  },
  'postgres-gone': {
    tried: 'PostgreSQL stopped in the middle of what it did (SIGSTOP of all its processes) for 30 s, then continued',
    async run({ house }) {
      await sleep(5 * second)
      const all = familyOf(postmasterOf(house))
      for (const pid of all) signal(pid, 'SIGSTOP')
      await sleep(30 * second)
      for (const pid of all) signal(pid, 'SIGCONT')
      await sleep(5 * second)
    },
  },
  provider: {
    tried: 'the provider of alerts answers 500 for 8 s, takes in what it does not answer for 8 s, asks for patience for 4 s',
    async run({ twilio }) {
      for (const [mood, seconds] of [
        ['ok', 4],
        ['broken', 8],
        ['silent-after', 8],
        ['busy', 4],
      ] as const) {
        twilio.mood = () => mood
        await sleep(seconds * second)
      }
      twilio.mood = () => 'ok'
      await sleep(4 * second)
    },
  },
  memory: {
    tried: 'the server started with 96 MB of heap; begun again whenever it ends',
    async run({ house }) {
      await house.kill()
      await house.start({ nodeArgs: ['--max-old-space-size=96'] })
      for (let i = 0; i < 20; i++) {
        await sleep(second)
        if (!house.isUp()) await house.start({ nodeArgs: ['--max-old-space-size=96'] })
      }
    },
  },
}

const postmasterOf = ({ dataDir }: House) => Number(readFileSync(join(postgresDir(dataDir), 'postmaster.pid'), 'utf8').split('\n')[0])

const postgresDir = (dataDir: string) => join(dataDir, 'postgres')

/** A process and those that it has begun. */
function familyOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(/\s+/).filter(Boolean).map(Number)
  return [pid, ...children]
}

/** One that has ended meanwhile needs no signal. */
function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name)
  } catch {
    return
  }
}
