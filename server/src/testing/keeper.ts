// A process that keeps PostgreSQL, for postgres.test.ts to kill: prints its database's address, or why it has none.
import { setTimeout as sleep } from 'node:timers/promises'
import { keepPostgres } from '../postgres/postgres.ts'

const [dir = '', slowness = '0'] = process.argv.slice(2)
const stopping = new AbortController()
const keeping = keepPostgres(dir, { signal: stopping.signal, settings: { fsync: 'off' }, patienceMs: 200 })
const say = (text: string) => process.stdout.write(`${text}\n`)

process.on('SIGTERM', () => {
  stopping.abort()
  void keeping
    .then(async (postgres) => {
      await postgres.announceStop()
      say('stopping')
      await sleep(Number(slowness)) // stands for running requests and jobs
      await postgres.stop()
    })
    .then(
      () => process.exit(0),
      () => process.exit(3),
    )
})
process.stdin.resume().once('close', () => process.exit(2)) // lives until told to end, or until the tests end

keeping.then(
  (postgres) => say(postgres.url),
  (error: Error) => {
    say(error.message)
    if (!stopping.signal.aborted) process.exit(1)
  },
)
say('started')
