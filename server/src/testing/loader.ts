// Loads addresses in a separate process, for load-addresses.test.ts to kill: prints its progress after each batch.
import { loadAddresses } from '../addresses/load-addresses.ts'
import { asOwner } from '../upkeep/database.ts'

const [ownerUrl = '', file = ''] = process.argv.slice(2)
process.stdin.resume().once('close', () => process.exit(2)) // the tests have ended
await asOwner(ownerUrl, (transact) => loadAddresses(transact, file, ({ rows }) => process.stdout.write(`${rows}\n`)))
process.exit(0)
