// What is done to a server while people work with it.
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { second } from '../../server/src/testing/runs.ts'
import { postmasterOf } from '../running-server.ts'
import { clock } from './clock.ts'
import { disk } from './disk.ts'
import { evidence } from './evidence.ts'
import { memory } from './memory.ts'
import { night } from './night.ts'
import type { Scenario } from './scenario.ts'
import { twoServers } from './two-servers.ts'
import { webhook } from './webhook.ts'

export const scenarios: Record<string, Scenario> = {
  kill: {
    tried: 'kill -9 of the server, five times',
    async run({ server }) {
      for (let i = 0; i < 5; i++) {
        await sleep(8 * second)
        await server.kill()
        await server.start()
      }
      await sleep(5 * second)
      return []
    },
  },
  'postgres-restart': {
    tried: 'PostgreSQL ended at once, four times; its keeper raises it again',
    async run({ server }) {
      for (let i = 0; i < 4; i++) {
        await sleep(10 * second)
        process.kill(postmasterOf(server), 'SIGQUIT')
      }
      await sleep(12 * second)
      return []
    },
  },
  'postgres-gone': {
    tried: 'PostgreSQL stopped in the middle of what it did (SIGSTOP of all its processes) for 30 s, then continued',
    async run({ server }) {
      await sleep(20 * second)
      const all = familyOf(postmasterOf(server))
      for (const pid of all) signal(pid, 'SIGSTOP')
      await sleep(30 * second)
      for (const pid of all) signal(pid, 'SIGCONT')
      await sleep(20 * second)
      return []
    },
  },
  provider: {
    tried: 'the provider of alerts answers 500 for 8 s, takes in what it does not answer for 8 s, asks for patience for 4 s, twice',
    async run({ twilio }) {
      for (const [mood, seconds] of [...moods, ...moods]) {
        twilio.mood = () => mood
        await sleep(seconds * second)
      }
      twilio.mood = () => 'ok'
      await sleep(4 * second)
      return []
    },
  },
  night,
  evidence,
  webhook,
  disk,
  clock,
  memory,
  'two-servers': twoServers,
}

const moods = [
  ['ok', 8],
  ['broken', 8],
  ['silent-after', 8],
  ['busy', 4],
] as const

/** A process and its children. */
function familyOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(/\s+/).filter(Boolean).map(Number)
  return [pid, ...children]
}

/** A process that has ended needs no signal. */
function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name)
  } catch {
    return
  }
}
