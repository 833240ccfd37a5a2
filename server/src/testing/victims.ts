// Servers in separate processes that tests kill.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { closeAfterwards } from './closing.ts'
import { testSecret } from './cluster.ts'
import { appUrlOf, type Caller, type TestServer } from './server.ts'
import { soon } from './soon.ts'

const program = fileURLToPath(new URL('./victim.ts', import.meta.url))

/** Starts one on the database of `server`. */
export async function startVictim(server: TestServer & { database: string }, environment: Record<string, string> = {}) {
  const args = [program, appUrlOf(server), testSecret, JSON.stringify({ DEMO: '1', ...environment })]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  closeAfterwards(() => void child.kill('SIGKILL'))
  const [port] = (await once(child.stdout, 'data')) as [Buffer]
  return {
    url: `http://127.0.0.1:${String(port).trim()}`,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
    gone: once(child, 'exit'),
  }
}

interface Request {
  by?: Caller
  body?: string
  headers?: object
}

/** Kills a server in the middle of a request: when it is about to write to `table`, which someone else has locked. */
export const killing =
  (server: TestServer & { database: string }) =>
  async (table: string, path: string, { by, body = '{}', headers = {} }: Request) => {
    const victim = await startVictim(server, { PORT: String(server.env.port) }) // its own webhooks come to us
    await server.sql('begin')
    await server.sql(`lock table ${table} in share mode`)
    const request = fetch(`${victim.url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(by && { authorization: `Bearer ${by.token}` }), ...headers },
      body,
    }).then(
      () => 'answered',
      () => 'lost',
    )
    const waiting = () => server.sql('select from pg_locks where not granted and relation = $1::regclass', [table])
    await soon(async () => expect((await waiting()).length).toBeGreaterThan(0))
    await victim.kill()
    await server.sql('rollback')
    expect(await request).toBe('lost')
  }
