// The side of a workshop's processes: see workshop.ts.
import { setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Reply } from './workshop.ts'

/** Obeys orders, one at a time, until the server is gone. */
export function serve<Order, Answer>(obey: (order: Order) => Promise<Answer>): void {
  const [server, nice] = process.argv.slice(2).map(Number)
  if (nice) setPriority(nice)
  process.on('disconnect', () => process.exit()) // the server is gone
  // On a separate thread because work may block this one: the process must end even then if its server is gone.
  const watch = `setInterval(() => process.ppid === ${server} || process.kill(process.pid, 'SIGKILL'), 1000)`
  new Worker(watch, { eval: true }).unref()
  const tell = (reply: Reply<Answer>) => process.send?.(reply, () => undefined) // the server may be gone
  process.on('message', (order: Order) => {
    obey(order).then(
      (answer) => tell({ answer }),
      (error: unknown) => tell({ error: error instanceof Error ? error.message : String(error) }),
    )
  })
}
