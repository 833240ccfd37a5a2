import { insertCompany } from '../../server/src/testing/people.ts'
import { assertRight, type Bench, ms, percentile, timed } from './bench.ts'
import { newTracker, openBenchServer } from './bench-server.ts'
import { counted, startNoise } from './neighbours.noise.ts'

const noise = '200 connections that guess keys of trackers'
const rounds = 300

export const bench: Bench = {
  title: 'A tracker’s report while another address guesses keys',
  async run() {
    await using server = await openBenchServer()
    const key = await newTracker(server, await insertCompany(server, 'Flotte'))
    const report = () =>
      server.ask('POST', `/devices/ingest?id=${key}&lat=46.81&lon=-71.21`, undefined, { 'x-forwarded-for': '203.0.113.7' })
    const { status, text } = await report()
    assertRight(status === 200, `a report was answered ${status} ${text}`)
    const timesOf = async () => {
      const times: number[] = []
      for (let i = 0; i < rounds; i++) times.push(await timed(report))
      return times
    }

    await timesOf() // warm-up
    const before = await timesOf()
    const guesser = await startNoise(noise, server.url)
    const during = await timesOf()
    const answers = await guesser.stop()
    assertRight((await report()).status === 200, 'the tracker is still heard')
    const against = (what: string, part: number) => {
      const [loud, quiet] = [percentile(during, part), percentile(before, part)]
      const figures = `${ms(loud)} against ${ms(quiet)} when it is quiet; the guesser got ${counted(answers)}`
      return { what: `${noise}: ${what}`, ratio: loud / quiet, most: 5, figures }
    }
    return [against('median', 0.5), against('95 of 100', 0.95)]
  },
}
