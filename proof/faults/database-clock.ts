// A PostgreSQL whose clock can be moved while it runs, by libfaketime (a Debian package). Waits are unaffected, as on a
// real machine whose clock is set.
import { chmodSync, existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findOrCreateCluster } from '../../server/src/postgres/cluster.ts'
import { freePort, launch, postmaster } from '../../server/src/postgres/process.ts'
import type { RunningServer } from '../running-server.ts'

const libraries = '/usr/lib'

/** Undefined if it is not installed. */
function findLibrary(): string | undefined {
  if (!existsSync(libraries)) return undefined
  const folders = readdirSync(libraries).map((name) => join(libraries, name))
  return folders.map((folder) => join(folder, 'faketime', 'libfaketime.so.1')).find((file) => existsSync(file))
}

const shiftFile = (folder: string) => join(folder, 'postgres-shift')

/** Starts the PostgreSQL of `dataDir` with a movable clock, for a server that takes it over. False if that is impossible. */
export async function launchMovable(dataDir: string, folder: string): Promise<boolean> {
  const library = findLibrary()
  if (!library) return false
  const dir = join(dataDir, 'postgres')
  const cluster = await findOrCreateCluster(dir, {})
  chmodSync(folder, 0o755) // PostgreSQL may run as another account
  moveDatabaseClock(folder, 0)
  const environment = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: shiftFile(folder),
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    FAKETIME_DISABLE_SHM: '1',
  }
  launch({ ...cluster, environment }, await freePort())
  while (!postmaster(dir)?.ready) await sleep(100)
  return true
}

export const moveDatabaseClock = (folder: string, shift: number) =>
  writeFileSync(shiftFile(folder), `${shift < 0 ? '-' : '+'}${Math.abs(Math.round(shift / 1000))}s`)

/** Milliseconds by which its clock is ahead of ours. */
export async function databaseClockShift(server: RunningServer): Promise<number> {
  const [row] = await server.work(({ tx }) => tx.sql<{ ms: number }>`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`)
  return (row?.ms ?? Number.NaN) - Date.now()
}
