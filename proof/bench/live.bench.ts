import { setTimeout as sleep } from 'node:timers/promises'
import { assertRight, type Bench, ms, percentile } from './bench.ts'
import { openBenchServer } from './bench-server.ts'
import { fillFleet, type Truck } from './fleet-companies.ts'

const trucks = 50
const listeners = 200
const seconds = 15
/** Milliseconds. */
const aim = 250

export const bench: Bench = {
  title: `${listeners} who watch ${trucks} trucks, each telling where it is once a second`,
  async run() {
    await using server = await openBenchServer()
    const leaving = new AbortController()
    try {
      const fleet = await fillFleet(server, { companies: 1, trucks, batch: 1 })
      const delays: number[] = []
      const waiting: Promise<void>[] = []
      for (let i = 0; i < listeners; i++)
        waiting.push((await listen(server.url, fleet[i % trucks] as Truck, leaving.signal, (delay) => delays.push(delay))).ended)
      const lat = fleet[0]?.batches[0]?.[0]?.lat ?? 0
      const lng = fleet[0]?.batches[0]?.[0]?.lng ?? 0
      await Promise.all(
        fleet.map(async ({ runId, headers }, i) => {
          await sleep((i * 1000) / trucks) // spread over the second
          for (let second = 0; second < seconds; second++) {
            const begun = Date.now()
            const { status } = await server.ask(
              'POST',
              `/runs/${runId}/locations`,
              { locations: [{ lat, lng: lng + second / 1e5, timestamp: begun }] },
              headers,
            )
            assertRight(status === 200, String(status))
            await sleep(Math.max(0, begun + 1000 - Date.now()))
          }
        }),
      )
      await sleep(1000)
      leaving.abort()
      await Promise.all(waiting)
      const told = trucks * seconds * listeners
      assertRight(delays.length > 0.95 * told && delays.length <= told, `${delays.length} of ${told} were heard`)
      const [half, most] = [percentile(delays, 0.5), percentile(delays, 0.95)]
      return [
        {
          what: `from a truck’s POST to who watches, 95 of 100, against ${aim} ms`,
          ratio: most / aim,
          most: 1,
          figures: `median ${ms(half)}, 95 % ${ms(most)}, ${delays.length} events heard`,
        },
      ]
    } finally {
      leaving.abort()
    }
  },
}

/** Resolves once it listens. */
async function listen(url: string, { companyId, headers }: Truck, signal: AbortSignal, hear: (delay: number) => void) {
  const answer = await fetch(`${url}/api/companies/${companyId}/last-locations`, { headers, signal })
  assertRight(answer.status === 200, `listening: ${answer.status}`)
  const ended = async () => {
    let rest = ''
    for await (const text of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines)
        if (line.startsWith('data: ')) hear(Date.now() - Date.parse((JSON.parse(line.slice(6)) as { timestamp: string }).timestamp))
    }
  }
  return { ended: ended().catch(() => undefined) } // ends by aborting
}
