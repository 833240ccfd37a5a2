// `npm run faults [-- name …]`: what happens to a server under load, one scenario after the other, and what held. Ends with 1 when something did not.
// docs/decisions/0039-faults-and-fuzz.md says what must.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { machine } from '../house/machine.ts'
import { openLocalTwilio, putBackClock } from '../server/src/testing/local-twilio.ts'
import { brokenPromises, type Company, figures, isSettled, newLoadCompany, storm } from './faults/load.ts'
import { type Scenario, scenarios } from './faults/scenarios.ts'
import { general, type House, openHouse } from './house.ts'
import { readSection, writeSection } from './report.ts'

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in scenarios))
if (unknown.length) {
  console.error(`Unknown scenario: ${unknown.join(', ')}. There are: ${Object.keys(scenarios).join(', ')}.`)
  process.exit(1)
}

const lines: string[] = []
let failed = false
for (const [name, scenario] of Object.entries(scenarios).filter(([one]) => !wanted.length || wanted.includes(one))) {
  console.log(`… ${name}: ${scenario.tried}`)
  const { held, broken } = await tryOut(scenario).catch((error: unknown) => ({ held: '', broken: [String(error)] }))
  failed ||= broken.length > 0
  console.log(broken.length ? `✗ ${name}: ${broken.join('; ')}` : `✓ ${name}: ${held}`)
  lines.push(`| ${name} | ${scenario.tried} | ${held} | ${broken.length ? `**${broken.join('; ')}**` : 'everything'} | ${machine()} |`)
}
writeSection(
  'faults',
  ['| Scenario | What was done | Under | What held | Where |', '|---|---|---|---|---|', ...keptRows(), ...lines].join('\n'),
)
process.exit(failed ? 1 : 0)

/** What the runs before said of the others. */
function keptRows(): string[] {
  const others = Object.keys(scenarios).filter((name) => !lines.some((line) => line.startsWith(`| ${name} |`)))
  return (readSection('faults') ?? '').split('\n').filter((line) => others.some((name) => line.startsWith(`| ${name} |`)))
}

async function tryOut(scenario: Scenario): Promise<{ held: string; broken: string[] }> {
  const twilio = await openLocalTwilio()
  const { PUBLIC_URL: _public, DEMO: _demo, ...sender } = twilio.environment('+15815550100,+15815550101,+15815550102')
  const house = await openHouse({ environment: { ...sender, TWILIO_TIMEOUT: '5', TWILIO_LIST_LAG: '2' } })
  try {
    const url = () => house.url
    const companies = [await newLoadCompany(house, url), await newLoadCompany(house, url)]
    await storm(house, url, companies, scenario.run({ house, twilio }))
    if (!house.isUp()) await house.start()
    await settled(house, twilio, companies)
    const broken: string[] = []
    for (const company of companies) broken.push(...(await brokenPromises(house, twilio, company)))
    if (!(await reconciles(house))) broken.push('the sandbox knows of other money than the database')
    return { held: figures(companies), broken }
  } finally {
    await house.close()
    twilio.close()
  }
}

/** What a crash left open is looked for after a minute or two: the clock of those is put back instead of waiting. */
async function settled(house: House, twilio: Awaited<ReturnType<typeof openLocalTwilio>>, companies: readonly Company[]) {
  for (let tries = 0; tries < 180; tries++) {
    const open = await Promise.all(companies.map((company) => isSettled(house, company)))
    if (open.every(Boolean)) return
    if (tries % 20 === 5) for (const { people } of companies) await putBackClock(house, people, twilio, 5)
    await sleep(1000)
  }
}

/** `npm run reconcile` for yesterday to tomorrow. */
async function reconciles({ environment }: House): Promise<boolean> {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const command = fileURLToPath(new URL('../server/src/commands.ts', import.meta.url))
  const child = spawn(process.execPath, [command, 'reconcile', day(-1), day(1)], {
    env: { ...general(), ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = (await once(child, 'exit')) as [number]
  return code === 0
}
