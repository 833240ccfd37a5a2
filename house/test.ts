// `npm test`, `npm run check`, `npm run guide` and `npm run format`.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { countAnswered } from './answered.ts'
import { run } from './child.mjs'
import { chromiumMissing, findOrInstallChromium } from './chromium.ts'
import { reapAfterUs } from './reaper.ts'
import { complain, Failure, say } from './say.mjs'
import { type Count, countCheck, countPlaywright, countVitest, isDoubtful, secondLook, total } from './tally.ts'
import { buildWeb } from './web-build.ts'

const typed = ['core', 'server', 'web', 'e2e', 'house', 'proof']
/** Projects that need neither a database nor a browser. */
const quickProjects = ['core', 'web-unit', 'house']

/** Everything. Ends with `N passed, N failed`, alone on the last line. */
export async function test(): Promise<number> {
  const chromium = await findOrInstallChromium()
  if (!chromium) {
    complain(chromiumMissing)
    return conclude([{ passed: 0, failed: 1 }])
  }
  const env = { ...cleanEnv(), CHROMIUM: chromium }
  const out = mkdtempSync(join(tmpdir(), 'bordee-npm-test-'))
  const reap = reapAfterUs(out)
  const answered = join(out, 'answered')
  const counts = [
    await step('construction', webBuilt),
    ...(await checks(env)),
    await step('tests', () => tests(out, { ...env, ANSWERED_CALLS: answered })),
    await step('appels réussis', async () => countAnswered(answered)),
    await step('parcours', () => journeys(out, env)),
  ]
  await reap()
  return conclude(counts)
}

/** Run before each commit; takes under a minute. */
export async function check(): Promise<number> {
  const env = cleanEnv()
  const out = mkdtempSync(join(tmpdir(), 'bordee-npm-check-'))
  const reap = reapAfterUs(out)
  const projects = quickProjects.flatMap((name) => ['--project', name])
  const counts = [
    ...(await checks(env)),
    await step('tests', async () => countVitest(await vitest(out, projects, env), reportOf(out, 'vitest'))),
  ]
  await reap()
  return conclude(counts)
}

/** Retakes the guide's pictures while its journey checks what they show. */
export async function takeGuidePictures(): Promise<number> {
  const chromium = await findOrInstallChromium()
  if (!chromium) throw new Failure(chromiumMissing)
  const env = { ...cleanEnv(), CHROMIUM: chromium, PICTURES: '1' }
  return run(binary('playwright'), ['test', '-c', 'e2e', 'guide.spec'], { env, stopWith: 'SIGINT' })
}

export function format(): Promise<number> {
  return tool('biome', ['check', '--write', '.'], process.env)
}

async function tests(out: string, env: NodeJS.ProcessEnv): Promise<Count> {
  const first = countVitest(await vitest(out, [], env), reportOf(out, 'vitest'))
  if (!isDoubtful(first)) return first
  const files = new Set(first.failures?.map((name) => name.split(' › ')[0] ?? name))
  return secondLook(first, countVitest(await vitest(out, ['--maxWorkers=1', ...files], env), reportOf(out, 'vitest')))
}

async function journeys(out: string, env: NodeJS.ProcessEnv): Promise<Count> {
  const first = countPlaywright(await playwright(out, env, { data: 'data' }), reportOf(out, 'playwright'))
  if (!isDoubtful(first)) return first
  const again = await playwright(out, env, { data: 'data-again', args: ['--last-failed', '--workers=1'] })
  return secondLook(first, countPlaywright(again, reportOf(out, 'playwright')))
}

async function checks(env: NodeJS.ProcessEnv): Promise<Count[]> {
  const counts: Count[] = []
  for (const part of typed) counts.push(await step(`types de ${part}`, async () => countCheck(await tool('tsc', ['-p', part], env))))
  counts.push(await step('style', async () => countCheck(await tool('biome', ['check', '.'], env))))
  counts.push(await step('lint', async () => countCheck(await tool('oxlint', ['--type-aware', ...typed], env))))
  counts.push(
    await step('exports inutilisés', async () => countCheck(await tool('knip', ['--include', 'files,exports,types,duplicates'], env))),
  )
  return counts
}

async function step(name: string, work: () => Promise<Count>): Promise<Count> {
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

function vitest(out: string, args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${reportOf(out, 'vitest')}`]
  return tool('vitest', ['run', '--allowOnly=false', ...reporters, ...args], { ...env, NODE_ENV: 'test' })
}

function playwright(out: string, env: NodeJS.ProcessEnv, { data, args = [] }: { data: string; args?: string[] }): Promise<number> {
  const own = { PLAYWRIGHT_JSON_OUTPUT_NAME: reportOf(out, 'playwright'), E2E_DATA: join(out, data) }
  // Playwright stops its web server only on SIGINT; on SIGTERM it would leave it running.
  return run(binary('playwright'), ['test', '-c', 'e2e', '--forbid-only', '--reporter=line,json', ...args], {
    env: { ...env, ...own },
    stopWith: 'SIGINT',
  })
}

const reportOf = (out: string, name: string) => join(out, `${name}.json`)
const binary = (name: string) => join('node_modules', '.bin', name)
const tool = (name: string, args: string[], env: NodeJS.ProcessEnv) => run(binary(name), args, { env })

/** Tests must not depend on how this machine runs Bordée (PORT, DATABASE_URL…): keep only general variables. */
function cleanEnv(): NodeJS.ProcessEnv {
  const general =
    /^(PATH|HOME|USER|LOGNAME|SHELL|TERM|COLORTERM|NO_COLOR|FORCE_COLOR|LANG|LC_\w+|TZ|TMPDIR|CI|XDG_\w+|DISPLAY|NODE_OPTIONS|NODE_EXTRA_CA_CERTS|SSL_CERT_\w+|LD_LIBRARY_PATH|DYLD_\w+|PLAYWRIGHT_\w+|npm_\w+|(https?|no|all)_proxy)$/i
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => general.test(name)))
}
