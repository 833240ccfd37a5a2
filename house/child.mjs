// Programs started by the house; none of them may outlive it.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { text } from 'node:stream/consumers'

/** @typedef {'SIGINT' | 'SIGTERM' | 'SIGHUP'} StopSignal */
const stopSignals = /** @type {StopSignal[]} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
const graceMs = 15_000

/** Someone asked the house to stop while a program was running; that program has since ended. */
export class Interrupted extends Error {
  /** @param {StopSignal} signal */
  constructor(signal) {
    super(signal)
    this.exitCode = 128 + constants.signals[signal]
  }
}

/**
 * Runs a program to its end in its own process group, so that a stop reaches it and its children once, and only
 * through us. Resolves to its exit code; rejects with Interrupted after a stop.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, stopWith?: StopSignal, isAlone?: boolean }} [options] `stopWith`: the
 *   signal for a clean stop, if not the one we receive. `isAlone`: no other program runs meanwhile, so we show its output as
 *   it comes; otherwise we show it at the end, in one piece.
 * @returns {Promise<number>}
 */
export async function run(command, args, { cwd, env = process.env, stopWith, isAlone = true } = {}) {
  /** @type {StopSignal | undefined} */
  let stoppedBy
  /** @type {NodeJS.Timeout | undefined} */
  let impatience
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child

  /** @param {StopSignal} signal */
  const stop = (signal) => {
    if (stoppedBy) return
    stoppedBy = signal
    signalGroup(child?.pid, stopWith ?? signal)
    impatience = setTimeout(() => signalGroup(child?.pid, 'SIGKILL'), graceMs)
  }

  // Listen first: a signal between these two lines would end us and leave the program behind.
  for (const signal of stopSignals) process.on(signal, stop)
  try {
    const output = isAlone ? 'inherit' : 'pipe'
    child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', output, output] })
    const [code, ...texts] = await Promise.all([exitCode(child), textOf(child.stdout), textOf(child.stderr)])
    process.stdout.write(texts.join(''))
    if (stoppedBy) {
      signalGroup(child.pid, 'SIGKILL') // whatever the program itself left behind
      throw new Interrupted(stoppedBy)
    }
    return code
  } finally {
    clearTimeout(impatience)
    for (const signal of stopSignals) process.off(signal, stop)
  }
}

/**
 * Runs a program in our place in the terminal: same group, same input; signals sent only to us are passed on.
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<number>}
 */
export async function forward(command, args) {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child
  for (const signal of stopSignals) process.on(signal, () => child?.kill(signal))
  child = spawn(command, args, { stdio: 'inherit' })
  return exitCode(child)
}

/**
 * Killing npm with -9 should stop Bordée too: stop cleanly when the npm that started us is gone. Not without npm: a
 * script may rightly start us in the background and exit.
 */
export function stopWithParent() {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  watch.unref()
}

/** @param {import('node:child_process').ChildProcess} child @returns {Promise<number>} */
function exitCode(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)))
  })
}

/** @param {import('node:stream').Readable | null} stream */
const textOf = async (stream) => (stream ? text(stream) : '')

/** @param {number | undefined} leader @param {NodeJS.Signals} signal */
function signalGroup(leader, signal) {
  if (leader === undefined) return
  try {
    process.kill(-leader, signal)
  } catch {
    // the whole group has already ended
  }
}
