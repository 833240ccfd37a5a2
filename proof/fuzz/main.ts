// `npm run fuzz [-- --seed N --calls N --minutes M --only slice|call --from n]`: every call of the API by every role,
// with valid and invalid input and other companies' ids, over HTTP against a real server. Exits with 1 if something
// did not hold. docs/decisions/0039-faults-and-fuzz.md says what must.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { machine } from '../../house/machine.ts'
import { openLocalTwilio } from '../../server/src/testing/local-twilio.ts'
import { writeSection } from '../report.ts'
import { generalEnv, openRunningServer } from '../running-server.ts'
import { type Failure, fuzz, type Outcome } from './fuzz.ts'
import { mayBeDown } from './judging.ts'
import { costlyRows, rowsOf } from './plan.ts'

/** Why some calls can't succeed here. */
const reasons: Record<string, string> = {
  hearMail: 'letters stay in the outbox here, and nobody reports on them',
  setUpTracker: 'there is no provider of trackers here',
}

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    calls: { type: 'string', default: '100000' },
    minutes: { type: 'string', default: '60' },
    from: { type: 'string', default: '0' },
    only: { type: 'string' },
  },
})
const seed = values.seed === undefined ? Date.now() % 1_000_000 : Number(values.seed)
const only = values.only === undefined ? {} : { only: values.only }

console.log(`seed ${seed}`)
const twilio = await openLocalTwilio()
const {
  PUBLIC_URL: _public,
  DEMO: _demo,
  ...sender
} = twilio.environment(Array.from({ length: 50 }, (_, i) => `+158155501${i + 10}`).join(','))
const server = await openRunningServer({ environment: sender })
await loadAnAddress()
const begun = performance.now()
const outcome = await fuzz(server, {
  seed,
  from: Number(values.from),
  calls: Number(values.calls),
  ...only,
  companies: 16,
  generated: 1,
  withinMs: Number(values.minutes) * 60_000,
  explain,
  settle,
  tell: (done) => console.log(`  ${done} calls, ${(done / ((performance.now() - begun) / 1000)).toFixed(0)} a second`),
})
const ended = server.isUp() ? [] : [`the server ended by itself: ${server.said.slice(-5).join('\n')}`]
const unhandled = server.said.filter((line) => /unhandled|uncaught|FATAL ERROR/i.test(line))
const deadJobs = await jobsThatFailed()
const logged = errorsIn(server.said)
await server.close()
twilio.close()

const troubles = [...outcome.failures.map(failureText), ...ended, ...unhandled, ...logged, ...deadJobs]
for (const trouble of troubles) console.error(`✗ ${trouble}\n`)
const text = summary(outcome)
console.log(text)
console.log(`\nWhat took the time:\n${outcome.tally.dearest(25).join('\n')}`)
if (outcome.tally.done >= 10_000 && !values.only) writeSection('fuzz', text)
process.exit(troubles.length ? 1 : 0)

/** One address, so that a search can find something. */
async function loadAnAddress() {
  const file = join(server.dataDir, 'addresses.csv')
  const fields = {
    latitude: '46.81',
    longitude: '-71.21',
    id: 'a1',
    street_no: '500',
    str_name: 'SAINT-JEAN',
    str_type: 'RUE',
    csdname: 'Québec',
    pruid: '24',
  }
  writeFileSync(file, `${Object.keys(fields).join(',')}\n${Object.values(fields).join(',')}\n`)
  const command = fileURLToPath(new URL('../../server/src/commands.ts', import.meta.url))
  const child = spawn(process.execPath, [command, 'addresses', file], { env: { ...generalEnv(), ...server.environment }, stdio: 'inherit' })
  await once(child, 'exit')
}

/** The server logs the line before it answers; we read it a moment later. */
async function explain(requestId: string): Promise<string | undefined> {
  for (let i = 0; i < 20; i++) {
    const line = server.said.find((one) => one.includes(requestId))
    if (line) return line
    await sleep(50)
  }
  return undefined
}

/** Jobs left over from filling the companies change them too, so wait for them. */
async function settle() {
  for (let tries = 0; tries < 120; tries++) {
    const [due] = await server.work(
      ({ tx }) => tx.sql<{ count: number }>`
        select count(*)::int as count from pgboss.job where state in ('created', 'retry', 'active') and start_after <= now()`,
    )
    if (due?.count === 0) return
    await sleep(500)
  }
}

/** Includes errors from filling a company or preparing a call, whose answers nobody judged. */
function errorsIn(said: readonly string[]): string[] {
  const times = new Map<string, number>()
  for (const line of said) {
    const [, route, what] = /^Erreur \(requête [^)]+\) (\S+ \S+)\u00a0: (.*)/.exec(line) ?? []
    if (!route || !what || mayBeDown.some(({ path }) => route.endsWith(path))) continue
    times.set(`${route}: ${what}`, (times.get(`${route}: ${what}`) ?? 0) + 1)
  }
  return [...times].map(([what, count]) => `logged ${count} times: ${what}`)
}

/** Jobs that failed for good: work that a call accepted and nobody can do. */
async function jobsThatFailed(): Promise<string[]> {
  const failed = await server.work(
    ({ tx }) => tx.sql<{ name: string; count: number; output: string }>`
      select name, count(*)::int as count, min(output::text) as output from pgboss.job where state = 'failed' group by name`,
  )
  return failed.map(({ name, count, output }) => `${count} jobs ${name} failed for good: ${output.slice(0, 500)}`)
}

function failureText({ n, call, what, asked, log }: Failure): string {
  const again = `npm run fuzz -- --seed ${seed} --from ${n} --calls 1${values.only ? ` --only ${values.only}` : ''}`
  return [`${call}: ${what}`, `    ${asked}`, ...(log ? [`    ${log}`] : []), ...(n >= 0 ? [`    ${again}`] : [])].join('\n')
}

function summary({ ms, tally }: Outcome): string {
  const { done, counts, kinds, answered, slowest, slowestMs } = tally
  const statuses = [...new Set([...counts.values()].flatMap((slice) => [...slice.keys()]))].toSorted((a, b) => a - b)
  const calls = [...new Set(rowsOf(values.only).map(({ name }) => name))]
  const never = calls.filter((name) => !answered.has(name))
  return [
    `Seed ${seed}, ${machine()}.`,
    '',
    `${done} calls in ${(ms / 60_000).toFixed(1)} minutes, ${(done / (ms / 1000)).toFixed(0)} a second ` +
      `(${[...kinds].map(([kind, count]) => `${count} ${kind}`).join(', ')}).`,
    `${calls.length - never.length} of ${calls.length} calls were answered well at least once. ` +
      `The slowest answer took ${(slowestMs / 1000).toFixed(1)} s (\`${slowest}\`).`,
    troubles.length
      ? `**${troubles.length} things did not hold.**`
      : 'Everything held: no 5xx, no silence, no refusal that is not French, nothing of another company, ' +
        'nothing changed in one that nobody works in.',
    '',
    `| Slice | ${statuses.map((status) => status || 'hung up').join(' | ')} |`,
    `|---|${statuses.map(() => '---:').join('|')}|`,
    ...[...counts]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([slice, byStatus]) => `| ${slice} | ${statuses.map((status) => byStatus.get(status) ?? '').join(' | ')} |`),
    '',
    `Drawn less often, since they cost more: ${costlyRows.map((row) => `${row.name} ${tally.countOf(row)}`).join(', ')}.`,
    '',
    'Never answered well:',
    '',
    ...never.map((name) => `- ${name}: ${reasons[name] ?? outcome.unprepared.get(name) ?? 'not drawn as it would have to be'}`),
    ...(never.length ? [] : ['none']),
  ].join('\n')
}
