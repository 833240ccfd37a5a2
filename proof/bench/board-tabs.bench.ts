import { setTimeout as sleep } from 'node:timers/promises'
import { assertRight, type Bench } from './bench.ts'
import { type BenchServer, openBenchServer } from './bench-server.ts'
import { fillNight, type Night } from './night-company.ts'

const trucks = 50
const tabs = 20
const seconds = 60
/** As web/src/operations/useBoard.ts reads. */
const boardGapMs = 2000
/** Seconds between two stops that a truck decides. */
const stopEvery = 60
/** Kilobytes per minute and tab. */
const promised = { busy: 1000, quiet: 60 }

export const bench: Bench = {
  title: `${tabs} tabs with the board of ${trucks} trucks and 6,000 sites`,
  async run() {
    await using server = await openBenchServer()
    const night = await fillNight(server, { sites: 6000, routes: trucks })
    const quiet = await aMinute(server, night, false)
    const busy = await aMinute(server, night, true)
    assertRight(quiet.unchanged > quiet.reads / 2, `${quiet.unchanged} of ${quiet.reads} were unchanged`)
    return [
      measure('nothing changes', quiet, promised.quiet),
      measure(`each truck decides a stop every ${stopEvery} s`, busy, promised.busy),
    ]
  },
}

interface Minute {
  reads: number
  unchanged: number
  bytes: number
}

const measure = (what: string, { reads, unchanged, bytes }: Minute, most: number) => {
  const kilobytes = bytes / 1000 / tabs
  return {
    what: `${what}: summary, kilobytes per minute and tab, against ${most}`,
    ratio: kilobytes / most,
    most: 1,
    figures: `${Math.round(kilobytes)} kB, ${reads / tabs} reads per tab, ${Math.round((100 * unchanged) / reads)} % unchanged (304)`,
  }
}

/** Each tab reads as soon as it may, as if something happened all the time. */
async function aMinute(server: BenchServer, night: Night, isBusy: boolean): Promise<Minute> {
  const until = Date.now() + seconds * 1000
  const minute: Minute = { reads: 0, unchanged: 0, bytes: 0 }
  const tab = async () => {
    for (let etag = ''; Date.now() < until; ) {
      const begun = Date.now()
      const answer = await fetch(`${server.url}/api/operations/${night.operationId}/board`, {
        headers: { ...night.headers, 'if-none-match': etag, 'accept-encoding': 'br' },
      })
      assertRight(answer.status === 200 || answer.status === 304, String(answer.status))
      minute.reads++
      if (answer.status === 304) minute.unchanged++
      else minute.bytes += await bytesOf(answer)
      etag = answer.headers.get('etag') ?? ''
      await sleep(Math.max(0, begun + boardGapMs - Date.now()))
    }
  }
  await Promise.all([...Array.from({ length: tabs }, tab), isBusy ? drive(server, night, until) : undefined])
  return minute
}

/** `fetch` decompresses: what travelled is the length that the server declares, or what it would be without. */
const bytesOf = async (answer: Response) => {
  const text = await answer.text()
  return Number(answer.headers.get('content-length') ?? Buffer.byteLength(text))
}

/** The trucks decide their stops, one after the other. */
async function drive(server: BenchServer, { company, trucks: driving }: Night, until: number) {
  for (let turn = 0; Date.now() < until; turn++) {
    const begun = Date.now()
    const runId = driving[turn % driving.length]?.runId
    await server.inCompany(
      company,
      (tx) => tx.sql`
        update run_sites s
        set state = 'done', decided_at = now()
        where s.company_id = ${company} and s.id = (
          select id from run_sites where company_id = ${company} and run_id = ${runId} and state = 'todo' order by sort_order limit 1)`,
    )
    await sleep(Math.max(0, begun + (stopEvery * 1000) / driving.length - Date.now()))
  }
}
