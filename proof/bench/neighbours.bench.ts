import { assertRight, type Bench, ms, percentile, timed } from './bench.ts'
import { newBenchCompany, newTracker, openBenchServer } from './bench-server.ts'
import { fillClients } from './clients-company.ts'
import { counted, type Noise, noises, startNoise } from './neighbours.noise.ts'
import { paperMeasures, signable } from './neighbours.papers.ts'

const rounds = 300

export const bench: Bench = {
  title: 'One company while another does its worst',
  async run() {
    await using server = await openBenchServer()
    const loud = await fillClients(server, 2000)
    const calm = await newBenchCompany(server)
    const look = () => server.ask('GET', '/routes/select-options', undefined, calm.headers)
    const { status, text } = await look()
    assertRight(status === 200 && text === '[]', `the options answered ${status} ${text}`)
    const medianOf = async () => {
      const times = []
      for (let i = 0; i < rounds; i++) times.push(await timed(look))
      return percentile(times, 0.5)
    }

    const { clientToken, contractId } = await signable(server, loud)
    const aims: Partial<Record<Noise, { token?: string; target: string }>> = {
      '150 connections that print a contract': { target: contractId },
      '150 connections that sign a contract': { token: clientToken, target: contractId },
      '150 connections of one tracker’s key': { target: await newTracker(server, loud.company) },
    }
    await medianOf() // warm-up
    const measures = []
    for (const noise of Object.keys(noises) as Noise[]) {
      const before = await medianOf()
      const neighbour = await startNoise(noise, server.url, { token: loud.token, ...aims[noise] })
      const during = await medianOf()
      const answers = await neighbour.stop()
      assertRight(answers.length > 0, `${noise} was answered`)
      measures.push({
        what: `GET /routes/select-options: ${noise} (${counted(answers)})`,
        ratio: during / before,
        most: 5,
        figures: `medians ${ms(during)} against ${ms(before)} when it is quiet`,
      })
    }
    return [...measures, ...(await paperMeasures(server, { loud, calm }))]
  },
}
