import { assertRight, type Bench, ms, percentile, timed } from './bench.ts'
import { type BenchServer, openBenchServer } from './bench-server.ts'
import { email, fillClients, password } from './clients-company.ts'
import { counted, type Noise, noises, startNoise } from './neighbours.noise.ts'

const calm = { company: '0197b000-0000-7000-8000-000000000002', email: 'calme@exemple.ca' }
const rounds = 300

export const bench: Bench = {
  title: 'GET /routes/select-options of one company while another does its worst',
  async run() {
    const server = await openBenchServer()
    try {
      await fillClients(server, 2000)
      await fillCalm(server)
      const [loud, quiet] = [await tokenOf(server, email), await tokenOf(server, calm.email)]
      const look = () => server.ask('GET', '/routes/select-options', undefined, { authorization: `Bearer ${quiet}` })
      const { status, text } = await look()
      assertRight(status === 200 && text === '[]', `the options answered ${status} ${text}`)
      const medianOf = async () => {
        const times = []
        for (let i = 0; i < rounds; i++) times.push(await timed(look))
        return percentile(times, 0.5)
      }

      await medianOf() // warm-up
      const measures = []
      for (const noise of Object.keys(noises) as Noise[]) {
        const before = await medianOf()
        const neighbour = await startNoise(noise, server.url, loud)
        const during = await medianOf()
        const answers = await neighbour.stop()
        assertRight(answers.length > 0, `${noise} was answered`)
        measures.push({
          what: `${noise} (${counted(answers)})`,
          ratio: during / before,
          most: 5,
          figures: `medians ${ms(during)} against ${ms(before)} when it is quiet`,
        })
      }
      return measures
    } finally {
      await server.close()
    }
  },
}

async function fillCalm(server: BenchServer) {
  await server.asOwner(async (tx) => {
    await tx.scope({ companies: [calm.company] })
    await tx.sql`
      insert into companies (id, name, qen, email, phone, street, city, zip)
      values (${calm.company}, 'Calme', '1174829305', 'info@exemple.ca', '4185550142', 'rue Saint-Jean', 'Québec', 'G1R 1P8')`
    const [account] = await tx.sql<{ id: string }>`
      insert into accounts (email, password_hash, email_verified_at, current_company_id)
      select ${calm.email}, password_hash, now(), ${calm.company} from accounts where email = ${email} returning id`
    await tx.sql`insert into accesses (company_id, account_id, role) values (${calm.company}, ${account?.id}, 'owner')`
  })
}

async function tokenOf(server: BenchServer, who: string): Promise<string> {
  const answer = await server.ask('POST', '/identity/sign-in', { email: who, password, persistence: 'none' })
  assertRight(answer.status === 200, `${who} could not sign in: ${answer.text}`)
  return (JSON.parse(answer.text) as { token: string }).token
}
