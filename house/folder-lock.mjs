// Two commands may start at once in a fresh clone: only one installs and builds, the other waits and finds it done.
import { readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { say } from './say.mjs'

/** Outside node_modules, which an install empties. */
const lock = '.house-lock'

/**
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withFolderLock(work) {
  let waiting = false
  while (!take()) {
    if (!waiting) say('Une autre commande prépare ce dossier ; on attend qu’elle ait fini…')
    waiting = true
    await sleep(300)
  }
  try {
    return await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

/** Creating a link sets its content, the holder's process id, in one step, so that nobody reads half a lock. */
function take() {
  try {
    symlinkSync(String(process.pid), lock)
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error
    if (!isHeld()) rmSync(lock, { force: true })
    return false
  }
}

/** A holder killed with -9 leaves its lock behind, and its process id may since belong to another program. */
function isHeld() {
  const holder = attempt(() => Number(readlinkSync(lock)))
  if (holder === undefined) return true // released just now: try again
  if (holder === process.pid) return false
  if (process.platform === 'linux') return attempt(() => readFileSync(`/proc/${holder}/cmdline`, 'utf8'))?.includes('house.mjs') ?? false
  return attempt(() => process.kill(holder, 0)) ?? false
}

/**
 * @template T
 * @param {() => T} read
 */
function attempt(read) {
  try {
    return read()
  } catch {
    return undefined
  }
}
