// Real processes and real kills, in temporary folders. Nothing here depends on timing: the tests wait for events.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { reapAfterUs } from '../../../house/reaper.ts'
import { borrowPostgres, keepPostgres } from './postgres.ts'
import { postmaster, stopPostmaster } from './process.ts'

const keeperFile = fileURLToPath(new URL('../testing/keeper.ts', import.meta.url))
const settings = { fsync: 'off' }
let folder: string
let dir: string
let reap: () => Promise<void>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bordee-postgres-'))
  reap = reapAfterUs(folder)
  dir = join(folder, 'data', 'postgres')
  const postgres = await keepPostgres(dir, { settings })
  await ask(postgres.url, 'create table notes (text text)')
  await ask(postgres.url, `insert into notes values ('déneigé')`)
  await postgres.stop()
})

afterAll(() => reap())

const notes = (url: string) => ask(url, 'select text from notes')

/** Retries, because right after a kill the first connections fail. */
async function ask(url: string, sql: string): Promise<unknown[]> {
  for (;;) {
    const client = new pg.Client(url)
    client.on('error', () => undefined)
    try {
      await client.connect()
      return (await client.query(sql)).rows
    } catch (error) {
      if (error instanceof pg.DatabaseError && !error.code?.startsWith('57')) throw error
      await sleep(50)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}

test('what users typed does not end up in the log', async () => {
  const postgres = await keepPostgres(dir, { settings })
  const typed = 'lise.gagnon@exemple.ca'
  await ask(postgres.url, 'create table if not exists people (email text unique)')
  await ask(postgres.url, `insert into people values ('${typed}')`)
  await expect(ask(postgres.url, `insert into people values ('${typed}')`)).rejects.toThrow('duplicate key')
  await postgres.stop()
  const log = readFileSync(`${dir}.log`, 'utf8')
  expect(log).toContain('duplicate key')
  expect(log).not.toContain(typed)
})

/** Another server; `says` resolves to its next line. */
async function otherServer(
  data = dir,
  slowness = 0,
): Promise<{ process: ChildProcess; says(): Promise<string>; ended: Promise<unknown[]> }> {
  const child = spawn(process.execPath, [keeperFile, data, String(slowness)], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await stopPostmaster(data)
  })
  const says = async () => String((await lines.next()).value)
  expect(await says()).toBe('started')
  return { process: child, says, ended }
}

function runningPostmaster(data = dir): number {
  const pid = postmaster(data)?.pid
  if (!pid) throw new Error('no PostgreSQL is running')
  return pid
}

test('a stop leaves nothing running, and the data is there at the next start', async () => {
  const postgres = await keepPostgres(dir, { settings })
  expect(await notes(postgres.url)).toEqual([{ text: 'déneigé' }])
  await postgres.stop()

  expect(postmaster(dir)).toBeUndefined()
  expect(readdirSync(dirname(dir)).toSorted()).toEqual(['postgres', 'postgres.log'])
})

test('the owner of the database is bound by row-level security, and text is UTF-8 whatever the terminal', async () => {
  const postgres = await keepPostgres(dir, { settings })
  onTestFinished(() => postgres.stop())
  expect(await ask(postgres.url, 'select rolsuper, rolbypassrls from pg_roles where rolname = current_user')).toEqual([
    { rolsuper: false, rolbypassrls: false },
  ])
  expect(await ask(postgres.url, 'show server_encoding')).toEqual([{ server_encoding: 'UTF8' }])
})

test('PostgreSQL killed under a running server is restarted at the same address', async () => {
  const postgres = await keepPostgres(dir, { settings })
  onTestFinished(() => postgres.stop())
  const fallen = runningPostmaster()

  process.kill(fallen, 'SIGKILL')

  while (postmaster(dir)?.pid === fallen) await sleep(20)
  expect(await notes(postgres.url)).toEqual([{ text: 'déneigé' }])
  expect(runningPostmaster()).not.toBe(fallen)
})

test('a stop while PostgreSQL restarts leaves nothing running', async () => {
  const postgres = await keepPostgres(dir, { settings })
  process.kill(runningPostmaster(), 'SIGKILL')
  await postgres.stop()
  expect(postmaster(dir)).toBeUndefined()
})

test('after kill -9 of the server, the next one takes over its database', async () => {
  const killed = await otherServer()
  const url = await killed.says()
  const orphan = runningPostmaster()
  killed.process.kill('SIGKILL')
  await killed.ended

  const postgres = await keepPostgres(dir, { settings })
  onTestFinished(() => postgres.stop())

  expect(postgres.url).toBe(url)
  expect(runningPostmaster()).toBe(orphan)
  expect(await notes(postgres.url)).toEqual([{ text: 'déneigé' }])
})

test('after kill -9 of both, the next start recovers', async () => {
  const killed = await otherServer()
  await killed.says()
  process.kill(runningPostmaster(), 'SIGKILL')
  killed.process.kill('SIGKILL')
  await killed.ended

  const postgres = await keepPostgres(dir, { settings })
  onTestFinished(() => postgres.stop())
  expect(await notes(postgres.url)).toEqual([{ text: 'déneigé' }])
})

test('a second server is refused and does no harm', async () => {
  const postgres = await keepPostgres(dir, { settings })
  onTestFinished(() => postgres.stop())
  const before = runningPostmaster()

  const second = await otherServer()

  expect(await second.says()).toBe(
    `Bordée tourne déjà sur le dossier de données ${dirname(dir)}. Arrêtez-la d’abord, ou choisissez un autre DATA_DIR.`,
  )
  expect((await second.ended)[0]).toBe(1)
  expect(runningPostmaster()).toBe(before)
  expect(await notes(postgres.url)).toEqual([{ text: 'déneigé' }])
})

test("a command borrows the running server's database and does not stop it", async () => {
  const postgres = await keepPostgres(dir, { settings })
  onTestFinished(() => postgres.stop())

  const borrowed = await borrowPostgres(dir)
  await borrowed.stop()

  expect(borrowed.url).toBe(postgres.url)
  expect(await notes(postgres.url)).toEqual([{ text: 'déneigé' }])
})

test('a start waits for a server that is just stopping', async () => {
  const stopping = await otherServer()
  await stopping.says()
  stopping.process.kill('SIGTERM')

  const postgres = await keepPostgres(dir, { settings, patienceMs: 30_000 })
  onTestFinished(() => postgres.stop())

  await stopping.ended
  expect(await notes(postgres.url)).toEqual([{ text: 'déneigé' }])
})

test('a start waits for a server that announced its stop, however long it takes', async () => {
  const stopping = await otherServer(dir, 1500)
  await stopping.says()
  stopping.process.kill('SIGTERM')
  expect(await stopping.says()).toBe('stopping')

  const postgres = await keepPostgres(dir, { settings, patienceMs: 0 })
  onTestFinished(() => postgres.stop())

  await stopping.ended
  expect(await notes(postgres.url)).toEqual([{ text: 'déneigé' }])
})

test('of two first starts at once, one keeps the database and the other is refused', async () => {
  const data = join(mkdtempSync(join(folder, 'twice-')), 'postgres')
  const outcomes = await Promise.allSettled([0, 1].map(() => otherServer(data).then((server) => server.says())))

  const said = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : String(outcome.reason)))
  expect(said.filter((line) => line.startsWith('postgres://'))).toHaveLength(1)
  expect(said.filter((line) => line.startsWith('Bordée tourne déjà'))).toHaveLength(1)
  expect(readdirSync(dirname(data)).toSorted()).toEqual(['postgres', 'postgres.log'])
})

test('a stop during the first start leaves neither a process nor half a cluster', async () => {
  for (const delay of [0, 150, 400, 700]) {
    const data = join(mkdtempSync(join(folder, 'early-')), 'postgres')
    const server = await otherServer(data)
    await sleep(delay)
    server.process.kill('SIGTERM')
    await server.ended

    expect(postmaster(data)).toBeUndefined()
    expect(readdirSync(dirname(data)).filter((name) => name.includes('.new-'))).toEqual([])
  }
})

test('the next start repairs one that was killed while creating its cluster', async () => {
  const data = join(mkdtempSync(join(folder, 'killed-')), 'postgres')
  const server = await otherServer(data)
  while (!readdirSync(dirname(data)).some((name) => name.includes('.new-'))) await sleep(5)
  server.process.kill('SIGKILL')
  await server.ended

  const postgres = await keepPostgres(data, { settings })
  await postgres.stop()

  expect(readdirSync(dirname(data)).toSorted()).toEqual(['postgres', 'postgres.log'])
})

test.runIf(process.platform === 'linux')('a stale postmaster.pid with the id of another program does not prevent a start', async () => {
  const stranger = spawn('sleep', ['600'], { stdio: 'ignore' })
  onTestFinished(() => void stranger.kill())
  writeFileSync(join(dir, 'postmaster.pid'), `${stranger.pid}\n${dir}\n1700000000\n5432\n\n127.0.0.1\n  1234567         0\nready   \n`)

  const postgres = await keepPostgres(dir, { settings })
  onTestFinished(() => postgres.stop())

  expect(await notes(postgres.url)).toEqual([{ text: 'déneigé' }])
  expect(stranger.exitCode).toBeNull()
})

test('a folder with other content is left alone', async () => {
  const data = join(mkdtempSync(join(folder, 'taken-')), 'postgres')
  mkdirSync(data)
  writeFileSync(join(data, 'photo.jpg'), 'x')

  await expect(keepPostgres(data, { settings })).rejects.toThrow('contient autre chose')
  expect(existsSync(join(data, 'photo.jpg'))).toBe(true)
})
