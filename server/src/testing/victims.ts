// Servers that tests kill, each in a process of its own.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'
import { appUrlOf, type TestServer, testSecret } from './server.ts'

const program = fileURLToPath(new URL('./victim.ts', import.meta.url))
const running = new Set<ChildProcess>()
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
})

/** On the database of `server`. */
export async function startVictim(server: TestServer & { database: string }, environment: Record<string, string> = {}) {
  const args = [program, appUrlOf(server), testSecret, JSON.stringify({ DEMO: '1', ...environment })]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  running.add(child)
  const [port] = (await once(child.stdout, 'data')) as [Buffer]
  return {
    url: `http://127.0.0.1:${String(port).trim()}`,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
      running.delete(child)
    },
    gone: once(child, 'exit'),
  }
}
