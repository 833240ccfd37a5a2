// `npm test`, `npm run test:long`, `npm run check`, `npm run guide` and `npm run format`.
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { countAnswered } from './answered.ts'
import { run } from './child.mjs'
import { chromiumMissing, findOrInstallChromium } from './chromium.ts'
import { reapAfterUs } from './reaper.ts'
import { complain, Failure, say } from './say.mjs'
import { scratchRoot } from './scratch.ts'
import { type Count, countCheck, countPlaywright, countVitest, deservesRerun, mergeRerun, total } from './tally.ts'
import { buildWeb } from './web-build.ts'

const typed = ['core', 'server', 'web', 'e2e', 'house', 'proof']
/** Projects that need neither a database nor a browser. */
const quickProjects = ['core', 'web-unit', 'house']

const longTests = '.long.test.'
/** Those tagged `@looks` are also in `npm test`, which looks at them at one width only. */
const longJourneys = String.raw`\.long\.spec\.ts`
const longLooks = `${longJourneys}|@looks`

type Step = () => Promise<Count>

/** What gates a merge: all but the long tests. Ends with `N passed, N failed`, alone on the last line; so does `testLong`. */
export function test(): Promise<number> {
  return withBrowser(async (out, env) => {
    const answered = join(out, 'answered')
    return [
      ...(await sideBySide([() => step('construction', webBuilt), ...checks(env)])),
      await step('tests', () => tests(out, ['--exclude', `**/*${longTests}*`], { ...env, ANSWERED_CALLS: answered })),
      await step('appels réussis', async () => countAnswered(answered)),
      await step('parcours', () => journeys(out, ['--grep-invert', longJourneys], env)),
    ]
  })
}

/** The rest: every screen at every width, the keyboard, the guide, floods, crashes in many rounds. */
export function testLong(): Promise<number> {
  return withBrowser(async (out, env) => [
    await step('construction', webBuilt),
    await step('tests longs', () => tests(out, [longTests], env)),
    await step('parcours longs', () => journeys(out, ['--grep', longLooks], { ...env, LOOK_EVERYWHERE: '1' })),
  ])
}

/** Run before each commit; takes under a minute. */
export async function check(): Promise<number> {
  const env = cleanEnv()
  const { out, reap } = temporaryFolder()
  const args = ['--maxWorkers=1', ...quickProjects.flatMap((name) => ['--project', name])]
  const quickTests = () => step('tests', async () => countVitest(await vitest(out, args, env, { isAlone: false }), reportOf(out, 'vitest')))
  const counts = await sideBySide([quickTests, ...checks(env, { remember: true })])
  await reap()
  return conclude(counts)
}

/** Retakes the guide's pictures while its journey checks what they show. */
export async function takeGuidePictures(): Promise<number> {
  const chromium = await findOrInstallChromium()
  if (!chromium) throw new Failure(chromiumMissing)
  const env = { ...cleanEnv(), CHROMIUM: chromium, PICTURES: '1' }
  return run(binary('playwright'), ['test', '-c', 'e2e', 'guide.long.spec'], { env, stopWith: 'SIGINT' })
}

export function format(): Promise<number> {
  return run(binary('biome'), ['check', '--write', '.'])
}

async function withBrowser(work: (out: string, env: NodeJS.ProcessEnv) => Promise<Count[]>): Promise<number> {
  const chromium = await findOrInstallChromium()
  if (!chromium) {
    complain(chromiumMissing)
    return conclude([{ passed: 0, failed: 1 }])
  }
  const { out, reap } = temporaryFolder()
  // The servers that the tests start as processes, some to kill them, start in half the time when one has compiled for all.
  const counts = await work(out, { ...cleanEnv(), CHROMIUM: chromium, NODE_COMPILE_CACHE: join(out, 'compiled') })
  await reap()
  return conclude(counts)
}

async function tests(out: string, args: string[], env: NodeJS.ProcessEnv): Promise<Count> {
  const first = countVitest(await vitest(out, args, env), reportOf(out, 'vitest'))
  if (!deservesRerun(first)) return first
  const files = new Set(first.failures?.map((name) => name.split(' › ')[0] ?? name))
  return mergeRerun(first, countVitest(await vitest(out, ['--maxWorkers=1', ...files], env), reportOf(out, 'vitest')))
}

async function journeys(out: string, args: string[], env: NodeJS.ProcessEnv): Promise<Count> {
  const first = countPlaywright(await playwright(out, args, env, 'data'), reportOf(out, 'playwright'))
  if (!deservesRerun(first)) return first
  const again = await playwright(out, [...args, '--last-failed', '--workers=1'], env, 'data-again')
  return mergeRerun(first, countPlaywright(again, reportOf(out, 'playwright')))
}

/** The longest first. `remember`: what has not changed since the last time is not looked at again for its types. */
function checks(env: NodeJS.ProcessEnv, { remember = false } = {}): Step[] {
  const checkStep = (name: string, program: string, args: string[], more: NodeJS.ProcessEnv = {}) => {
    const options = { env: { ...env, ...more }, isAlone: false }
    return () => step(name, async () => countCheck(await run(binary(program), args, options)))
  }
  const typesOf = (part: string) => {
    const memory = remember ? ['--incremental', '--tsBuildInfoFile', join('node_modules', '.cache', 'types', `${part}.json`)] : []
    return checkStep(`types de ${part}`, 'tsc', ['-p', part, '--checkers', '1', ...memory])
  }
  return [
    checkStep('lint', 'oxlint', ['--type-aware', ...typed], { GOMAXPROCS: '1' }),
    ...typed.map(typesOf),
    checkStep('style', 'biome', ['check', '.']),
    checkStep('exports inutilisés', 'knip', ['--include', 'files,exports,types,duplicates']),
  ]
}

/** Two at a time, each on one core: the compiler and the linter on two cores do much of their work twice. */
async function sideBySide(steps: Step[]): Promise<Count[]> {
  const waiting = [...steps]
  const counts: Count[] = []
  const takeSteps = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) counts.push(await next())
  }
  await Promise.all([takeSteps(), takeSteps()])
  return counts
}

async function step(name: string, work: Step): Promise<Count> {
  const started = performance.now()
  const count = await work()
  const seconds = ((performance.now() - started) / 1000).toFixed(1).replace('.', ',')
  say(`${count.failed === 0 ? '✓' : '✗'} ${name} (${seconds} s)`)
  return count
}

function conclude(counts: Count[]): number {
  const { passed, failed, failures, unsteady } = total(counts)
  for (const name of unsteady) say(`~ ${name} (instable : seul, il passe)`)
  for (const name of failures) say(`✗ ${name}`)
  say(`${passed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}

async function webBuilt(): Promise<Count> {
  try {
    await buildWeb()
    return countCheck(0)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    complain(error.message)
    return countCheck(1)
  }
}

function vitest(out: string, args: string[], env: NodeJS.ProcessEnv, { isAlone = true } = {}): Promise<number> {
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${reportOf(out, 'vitest')}`]
  return run(binary('vitest'), ['run', '--allowOnly=false', ...reporters, ...args], { env: { ...env, NODE_ENV: 'test' }, isAlone })
}

function playwright(out: string, args: string[], env: NodeJS.ProcessEnv, data: string): Promise<number> {
  const own = { PLAYWRIGHT_JSON_OUTPUT_NAME: reportOf(out, 'playwright'), E2E_DATA: join(out, data) }
  // Playwright stops its web server only on SIGINT; on SIGTERM it would leave it running.
  return run(binary('playwright'), ['test', '-c', 'e2e', '--forbid-only', '--reporter=line,json', ...args], {
    env: { ...env, ...own },
    stopWith: 'SIGINT',
  })
}

function temporaryFolder() {
  const out = mkdtempSync(join(scratchRoot(), 'bordee-npm-'))
  return { out, reap: reapAfterUs(out) }
}

const reportOf = (out: string, name: string) => join(out, `${name}.json`)
const binary = (name: string) => join('node_modules', '.bin', name)

/** Tests must not depend on how this machine runs Bordée (PORT, DATABASE_URL…): keep only general variables. */
function cleanEnv(): NodeJS.ProcessEnv {
  const session = 'PATH|HOME|USER|LOGNAME|SHELL|TERM|COLORTERM|NO_COLOR|FORCE_COLOR|LANG|LC_\\w+|TZ|TMPDIR|CI|XDG_\\w+|DISPLAY'
  const tools = 'NODE_OPTIONS|NODE_EXTRA_CA_CERTS|SSL_CERT_\\w+|LD_LIBRARY_PATH|DYLD_\\w+|PLAYWRIGHT_\\w+|npm_\\w+'
  const general = new RegExp(`^(${session}|${tools}|(https?|no|all)_proxy)$`, 'i')
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => general.test(name)))
}
