import { openTestCluster } from '../server/src/testing/cluster.ts'
import { writeDatabaseTypes } from '../server/src/testing/types.ts'
import { say } from './say.mjs'

/** Reads the tables that the migrations make in a throw-away cluster into server/src/engine/db/db.gen.ts. */
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
