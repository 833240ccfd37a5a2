// Real processes: what remains after the house stops.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'

const child = join(import.meta.dirname, 'child.mjs')

/** A house that runs a shell with a grandchild and prints the process ids of both. */
function house(script: string, env: NodeJS.ProcessEnv = {}): ChildProcess {
  const text = `import { run, forward, stopWithParent, Interrupted } from ${JSON.stringify(child)}; ${script}`
  return spawn(process.execPath, ['--input-type=module', '-e', text], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, npm_lifecycle_event: '', ...env },
  })
}

async function firstLine(started: ChildProcess): Promise<string> {
  if (!started.stdout) throw new Error('no output')
  const [line] = (await once(createInterface(started.stdout), 'line')) as [string]
  return line
}

/** A zombie counts as gone, although its id still answers where no init reaps orphans. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

async function gone(pid: number): Promise<void> {
  while (isAlive(pid)) await sleep(20)
}

const family = `'sleep 600 & echo $$ $!; wait'`

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s ends the running program and everything it started', async (signal) => {
  const started = house(
    `try { await run('sh', ['-c', ${family}]) } catch (e) { process.exitCode = e instanceof Interrupted ? e.exitCode : 99 }`,
  )
  const [program, grandchild] = (await firstLine(started)).split(' ').map(Number)
  const exited = once(started, 'exit')

  started.kill(signal)

  expect((await exited)[0]).toBe({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }[signal])
  await Promise.all([gone(program ?? 0), gone(grandchild ?? 0)])
})

test("the program's exit code is returned", async () => {
  const started = house(`console.log(await run('sh', ['-c', 'exit 7']))`)
  expect(await firstLine(started)).toBe('7')
})

test('a program that took our place receives the signals sent to us', async () => {
  const started = house(`process.exitCode = await forward('sh', ['-c', 'trap "exit 5" TERM; echo $$; while :; do sleep 0.05; done'])`)
  const program = Number(await firstLine(started))
  const exited = once(started, 'exit')

  started.kill('SIGTERM')

  expect((await exited)[0]).toBe(5)
  await gone(program)
})

test('a house stops when its npm is killed', async () => {
  const inner =
    `import { run, stopWithParent } from ${JSON.stringify(child)}; stopWithParent(); ` +
    `await run('sh', ['-c', 'echo $$; exec sleep 600']).catch(() => {})`
  const npm = house(
    `import { spawn } from 'node:child_process'; ` +
      `spawn(process.execPath, ['--input-type=module', '-e', ${JSON.stringify(inner)}], ` +
      `{ stdio: 'inherit', env: { ...process.env, npm_lifecycle_event: 'start' } })`,
  )
  const program = Number(await firstLine(npm))

  npm.kill('SIGKILL')

  await gone(program)
})

test('what programs that run at once write comes in one piece each', async () => {
  const program = (name: string) => `run('sh', ['-c', 'echo ${name}1; sleep 0.2; echo ${name}2 >&2'], { isAlone: false })`
  const started = house(`await Promise.all([${program('a')}, ${program('b')}])`)
  const lines: string[] = []
  for await (const line of createInterface(started.stdout as Readable)) lines.push(line)
  expect(['a1 a2 b1 b2', 'b1 b2 a1 a2']).toContain(lines.join(' '))
})
