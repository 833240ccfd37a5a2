import { openTestCluster } from '../server/src/testing/cluster.ts'
import { writeDatabaseTypes } from '../server/src/testing/types.ts'
import { say } from './say.mjs'

/** Generates server/src/engine/db/db.gen.ts from the tables that the migrations create in a throw-away cluster. */
export async function types(): Promise<number> {
  const cluster = await openTestCluster()
  try {
    await writeDatabaseTypes(cluster.templateUrl, 'server/src/engine/db/db.gen.ts')
    say('server/src/engine/db/db.gen.ts est à jour.')
    return 0
  } finally {
    await cluster.close()
  }
}
