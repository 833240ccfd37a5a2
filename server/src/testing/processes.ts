// Servers in separate processes, started as operators start them, on the database of a test server.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, vi } from 'vitest'
import { freePort } from '../postgres/process.ts'
import { closeAfterwards } from './closing.ts'
import { testSecret } from './cluster.ts'
import { ownerUrlOf } from './server.ts'

const program = fileURLToPath(new URL('../main.ts', import.meta.url))

export interface ServerProcess {
  url: string
  /** Everything it has printed. */
  lines: string[]
  signal(name: NodeJS.Signals): void
  /** Resolves with its exit code. */
  ended: Promise<number | null>
}

/** Resolves once it is ready. */
export async function startProcess(server: { database: string }, environment: Record<string, string> = {}): Promise<ServerProcess> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    DATABASE_URL: ownerUrlOf(server),
    SECRET: testSecret,
    PORT: String(port),
    DEMO: '0',
    ...environment,
  }
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  closeAfterwards(() => void child.kill('SIGKILL'))
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr]) createInterface(stream).on('line', (line) => lines.push(line))
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  await vi.waitFor(
    async () => {
      if (child.exitCode !== null) throw new Error(`The server did not start:\n${lines.join('\n')}`)
      expect((await fetch(`${url}/ready`)).status).toBe(200)
    },
    { timeout: 60_000, interval: 100 },
  )
  return { url, lines, signal: (name) => void child.kill(name), ended }
}
