// The server from before the newest migration, taken from the history of this repository.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrationNames } from '../postgres/migrate.ts'
import { closeAfterwards } from './closing.ts'
import { testSecret } from './cluster.ts'
import { appUrlOf } from './server.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const git = (...args: string[]) => execFileSync('git', ['-C', root, ...args], { stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1 << 28 })

/** The commit before the one that added the newest migration; undefined without enough history. */
export function commitBeforeNewestMigration(): string | undefined {
  const newest = migrationNames().at(-1) ?? ''
  try {
    const brought = git('log', '--diff-filter=A', '--format=%H', '-1', '--', `server/migrations/${newest}`).toString().trim()
    return git('rev-parse', '--verify', brought ? `${brought}^1` : 'HEAD')
      .toString()
      .trim()
  } catch {
    return undefined
  }
}

/** Starts it on the database of `server`, with today's packages. */
export async function startOlder(commit: string, server: { database: string }): Promise<{ url: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'bordee-older-'))
  execFileSync('tar', ['-x', '-C', folder], { input: git('archive', commit, 'core', 'server', 'package.json') })
  for (const place of ['.', 'server', 'core']) linkPackages(join(root, place, 'node_modules'), join(folder, place, 'node_modules'))
  mkdirSync(join(folder, 'node_modules', '@bordee'))
  symlinkSync(join(folder, 'core'), join(folder, 'node_modules', '@bordee', 'core'))
  const program = join(folder, 'server/src/testing/victim.ts')
  const child = spawn(process.execPath, [program, appUrlOf(server), testSecret, '{"DEMO":"0"}'], { stdio: ['pipe', 'pipe', 'inherit'] })
  closeAfterwards(async () => {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    rmSync(folder, { recursive: true })
  })
  const port = await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`The older server ended: ${code}`))),
  ])
  return { url: `http://127.0.0.1:${String(port).trim()}` }
}

/** All packages except ours, which must be of the same commit. */
function linkPackages(from: string, to: string) {
  if (!existsSync(from)) return
  mkdirSync(to)
  for (const name of readdirSync(from)) if (name !== '@bordee') symlinkSync(join(from, name), join(to, name))
}
