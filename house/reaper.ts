// Tests create databases that survive a killed test run by design. A second process waits for the run to end, however
// it ends (Ctrl+C, kill -9), then stops the databases in its temporary folder and removes the folder.
import { spawn } from 'node:child_process'
import { existsSync, globSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stopPostmaster } from '../server/src/postgres/process.ts'

const thisFile = fileURLToPath(import.meta.url)

/** Returns a function that clears the folder now; if it is never called, the folder is cleared after we end. */
export function reapAfterUs(folder: string): () => Promise<void> {
  const reaper = spawn(process.execPath, [thisFile, folder], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  const ended = new Promise<void>((resolve) => reaper.once('exit', () => resolve()))
  reaper.unref()
  const { stdin } = reaper
  if ('unref' in stdin && typeof stdin.unref === 'function') stdin.unref()
  return () => {
    reaper.ref()
    stdin.end()
    return ended
  }
}

/** Stops every database under the folder, then removes it. */
async function reap(folder: string): Promise<void> {
  if (!existsSync(folder)) return
  for (const file of globSync('**/postmaster.pid', { cwd: folder })) await stopPostmaster(dirname(join(folder, file)))
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

if (process.argv[1] === thisFile) {
  const [folder = ''] = process.argv.slice(2)
  // Our end of the pipe closes when the run ends. Programs that end with it get a moment to do so: one of them may be
  // launching a database right now.
  process.stdin.resume().once('close', () => setTimeout(() => void reap(folder), 500))
}
