import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { reapAfterUs } from '../../../house/reaper.ts'
import { prepareJobs } from '../engine/jobs/jobs.ts'
import { Secrets } from '../engine/secrets.ts'
import { migrate } from '../postgres/migrate.ts'
import { keepPostgres } from '../postgres/postgres.ts'
import { workers } from '../slices.ts'

/** Each test file copies this database: some 30 ms, instead of a second for its own migrations. */
export const templateDatabase = 'template_server'
/** The secret of every test server, and the application role's password derived from it. */
export const testSecret = 'a secret that only the tests know, at least 32 long'
export const testAppPassword = new Secrets(testSecret).sign('database', 'bordee_app')

export interface TestCluster {
  ownerUrl: string
  templateUrl: string
  /** Path of PostgreSQL's own log. */
  log: string
  close: () => Promise<void>
}

/** A throw-away cluster with a migrated template. Nobody stays connected to it: a database in use can't be copied. */
export async function openTestCluster(root = tmpdir()): Promise<TestCluster> {
  const folder = mkdtempSync(join(root, 'bordee-test-'))
  const reap = reapAfterUs(folder)
  try {
    // Test data need not survive a power cut, and lives too short to need a vacuum: of a hundred databases, that is work all the time.
    const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off', max_connections: '200' }
    const postgres = await keepPostgres(join(folder, 'postgres'), { settings })
    await createTemplate(postgres.url)
    const templateUrl = inDatabase(postgres.url, templateDatabase)
    await migrate(templateUrl, testAppPassword)
    await prepareJobs(templateUrl, workers)
    return {
      ownerUrl: postgres.url,
      templateUrl,
      log: join(folder, 'postgres.log'),
      async close() {
        await postgres.stop()
        await reap()
      },
    }
  } catch (error) {
    await reap()
    throw error
  }
}

/** The same server and user, another database. */
export function inDatabase(url: string, database: string): string {
  return Object.assign(new URL(url), { pathname: `/${database}` }).href
}

async function createTemplate(ownerUrl: string): Promise<void> {
  const owner = new pg.Client(ownerUrl)
  await owner.connect()
  await owner.query(`create database ${templateDatabase}`)
  await owner.end()
}
