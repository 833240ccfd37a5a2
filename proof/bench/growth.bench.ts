import { assertRight, type Bench, type Measure, ms, percentile, timed } from './bench.ts'
import { type BenchServer, openBenchServer } from './bench-server.ts'
import { asSent, fillFleet } from './fleet-companies.ts'
import { fillTown, type Town, yesterday } from './town.ts'

const rounds = 7
const times = [1, 10, 100]
/** Positions per batch, and batches before the first window; ten and a hundred times as many before the others. */
const batch = 10
const before = 5

export const bench: Bench = {
  title: 'What ten and a hundred times the data cost',
  async run() {
    await using server = await openBenchServer()
    return [...(await townsGrow(server)), await trackGrows(server)]
  },
}

interface Growing extends Town {
  occupants: number
}

/** Lists and sends grow with the data: twice the rows may take twice as long, not more. */
async function townsGrow(server: BenchServer): Promise<Measure[]> {
  const towns: Growing[] = []
  for (const many of times) towns.push({ ...(await fillTown(server, 200 * many)), occupants: 200 * many })
  const deeds = {
    'GET /customers': async ({ headers, occupants }: Growing) => {
      const { text } = await server.ask('GET', '/customers', undefined, headers)
      assertRight((JSON.parse(text) as unknown[]).length === occupants / 2, 'all of them are listed')
    },
    'GET /contacts': async ({ headers, occupants }: Growing) => {
      const { text } = await server.ask('GET', '/contacts', undefined, headers)
      assertRight((JSON.parse(text) as unknown[]).length === occupants, 'all of them are listed')
    },
    'POST /notifications/send': async ({ headers, messageId, sectorId, occupants }: Growing) => {
      const { text } = await server.ask('POST', '/notifications/send', { messageId, sectorId }, headers)
      assertRight((JSON.parse(text) as { expectedCount: number }).expectedCount === occupants, text)
    },
  }
  const measures: Measure[] = []
  for (const [what, deed] of Object.entries(deeds)) {
    const took = towns.map(() => [] as number[])
    for (let round = 0; round <= rounds; round++)
      for (const [i, town] of towns.entries()) {
        await yesterday(server, town.company)
        const one = await timed(() => deed(town))
        if (round > 0) took[i]?.push(one) // the first round warms up
      }
    measures.push(
      growthOf(
        what,
        took.map((all) => percentile(all, 0.5)),
        1.1,
      ),
    )
  }
  return measures
}

/** A batch costs what it contains, however long the truck has driven. */
async function trackGrows(server: BenchServer): Promise<Measure> {
  const [truck] = await fillFleet(server, { companies: 1, trucks: 1, batch })
  const took: number[] = []
  for (const positions of truck?.batches ?? [])
    took.push(
      await timed(async () => {
        const answer = await fetch(`${server.url}/api/runs/${truck?.runId}/locations`, {
          method: 'POST',
          headers: { ...truck?.headers, 'content-type': 'application/json' },
          body: JSON.stringify(asSent(positions)),
        })
        assertRight(answer.status === 200, await answer.text())
      }),
    )
  const windows = times.map((many) => took.slice(before * many, before * many + 20))
  assertRight(
    windows.every(({ length }) => length === 20),
    'the drive is long enough',
  )
  return growthOf(
    'a batch of positions, after tens and hundreds of times as many',
    windows.map((window) => percentile(window, 0.5)),
    0.2,
  )
}

function growthOf(what: string, took: readonly number[], most: number): Measure {
  const [least = 1, , longest = 1] = took
  return { what: `${what}: exponent`, ratio: Math.log(longest / least) / Math.log(100), most, figures: took.map(ms).join(', ') }
}
