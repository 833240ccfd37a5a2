import { writeFileSync } from 'node:fs'
import { openTestCluster } from '../server/src/testing/cluster.ts'
import { databaseTypes } from '../server/src/testing/types.ts'
import { say } from './say.mjs'
import { typedTables } from './tables.ts'

/** Generates server/src/engine/db/db.gen.ts from the tables that the migrations create in a throw-away cluster. */
export async function types(): Promise<number> {
  const cluster = await openTestCluster()
  try {
    writeFileSync('server/src/engine/db/db.gen.ts', await databaseTypes(cluster.templateUrl, typedTables()))
    say('server/src/engine/db/db.gen.ts est à jour.')
    return 0
  } finally {
    await cluster.close()
  }
}
