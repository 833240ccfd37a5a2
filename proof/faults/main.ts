// `npm run faults [-- name …]`: puts a server under load through one fault scenario after the other, and reports what
// held. Exits with 1 if something did not. docs/decisions/0039-faults-and-fuzz.md says what must hold.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { machine } from '../../house/machine.ts'
import { openLocalTwilio, putBackClock, type TwilioServer } from '../../server/src/testing/local-twilio.ts'
import { readSection, writeSection } from '../report.ts'
import { generalEnv, openRunningServer, type RunningServer } from '../running-server.ts'
import { Balancer } from './balancer.ts'
import { type Company, newLoadCompany } from './company.ts'
import { brokenPromises, deadJobs, figures, isSettled } from './promises.ts'
import type { Scenario } from './scenario.ts'
import { scenarios } from './scenarios.ts'
import { storm } from './storm.ts'

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
  const begun = performance.now()
  const { under = '', broken = [], impossible } = await tryOut(scenario).catch((error: unknown) => ({ broken: [String(error)] }) as Outcome)
  failed ||= broken.length > 0
  const held = impossible ? `not tried here: ${impossible}` : broken.length ? `**${broken.join('; ')}**` : 'everything'
  const seconds = `${((performance.now() - begun) / 1000).toFixed(0)} s`
  console.log(`${impossible ? '–' : broken.length ? '✗' : '✓'} ${name}: ${impossible ?? (broken.join('; ') || under)} (${seconds})`)
  lines.push(`| ${name} | ${scenario.tried} | ${under} | ${held} | ${seconds} | ${machine()} |`)
}
writeSection(
  'faults',
  [
    '| Scenario | What was done | Under | What held | Took | Where |',
    '|---|---|---|---|---:|---|',
    ...inOrder([...keptRows(), ...lines]),
  ].join('\n'),
)
process.exit(failed ? 1 : 0)

/** The rows of earlier runs for the other scenarios. */
function keptRows(): string[] {
  const others = Object.keys(scenarios).filter((name) => !lines.some((line) => line.startsWith(`| ${name} |`)))
  return (readSection('faults') ?? '').split('\n').filter((line) => others.some((name) => line.startsWith(`| ${name} |`)))
}

function inOrder(rows: readonly string[]): string[] {
  const place = (row: string) => Object.keys(scenarios).findIndex((name) => row.startsWith(`| ${name} |`))
  return rows.toSorted((a, b) => place(a) - place(b))
}

interface Outcome {
  /** What people did meanwhile. */
  under?: string
  broken?: string[]
  /** Why it could not be tried: then nothing held and nothing broke. */
  impossible?: string
}

async function tryOut(scenario: Scenario): Promise<Outcome> {
  const opened = (await scenario.open?.()) ?? { starting: {}, close: () => undefined }
  if ('impossible' in opened) return opened
  const twilio = await openLocalTwilio()
  const balancer = new Balancer()
  try {
    const { PUBLIC_URL: _public, DEMO: _demo, ...sender } = twilio.environment('+15815550100,+15815550101,+15815550102')
    const environment = { ...sender, TWILIO_TIMEOUT: '5', TWILIO_LIST_LAG: '2', ...opened.starting.environment }
    const server = await openRunningServer({ ...opened.starting, environment })
    balancer.add(server.url)
    void balancer.watch()
    try {
      return await tryAt(server, scenario, twilio, balancer)
    } finally {
      await server.close()
    }
  } finally {
    balancer.end()
    twilio.close()
    opened.close()
  }
}

async function tryAt(server: RunningServer, scenario: Scenario, twilio: TwilioServer, balancer: Balancer): Promise<Outcome> {
  const url = () => balancer.next()
  const notes: string[] = []
  const companies = [await newLoadCompany(server, url), await newLoadCompany(server, url)]
  const note = (text: string) => void notes.push(text)
  const broken = await storm(companies, scenario.run({ server, twilio, companies, balancer, note }))
  if (!server.isUp()) await server.start()
  await settled(server, twilio, companies)
  for (const company of companies) broken.push(...(await brokenPromises(server, twilio, company, scenario.excuses)))
  broken.push(...(await deadJobs(server)))
  const [yesterday, tomorrow] = [-1, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10))
  if (!(await succeeds(server, ['reconcile', yesterday ?? '', tomorrow ?? ''])))
    broken.push('the sandbox knows of other money than the database')
  if (!(await succeeds(server, ['verify', 'evidence']))) broken.push('the record does not verify')
  return { under: [figures(companies), ...notes].join('; '), broken }
}

/** The server looks for what a crash left open after a minute or two; we set those times back instead of waiting. */
async function settled(server: RunningServer, twilio: TwilioServer, companies: readonly Company[]) {
  for (let tries = 0; tries < 180; tries++) {
    const open = await Promise.all(companies.map((company) => isSettled(server, company)))
    if (open.every(Boolean)) return
    if (tries % 20 === 5) for (const { people } of companies) await putBackClock(server, people, twilio, 5)
    await sleep(1000)
  }
}

/** A command of the server, run beside it. */
async function succeeds({ environment }: RunningServer, args: string[]): Promise<boolean> {
  const command = fileURLToPath(new URL('../../server/src/commands.ts', import.meta.url))
  const child = spawn(process.execPath, [command, ...args], {
    env: { ...generalEnv(), ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = (await once(child, 'exit')) as [number]
  return code === 0
}
