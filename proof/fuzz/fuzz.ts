// Makes thousands of calls in several companies at once, and collects what went wrong.
import type { Agent } from 'node:http'
import type { Account } from '@bordee/core/accounts/account.ts'
import { rolesToGive } from '@bordee/core/accounts/granting.ts'
import type { CallRow } from '@bordee/core/call.ts'
import { actingRole, actingRoles, roleOf } from '@bordee/core/roles.ts'
import { type Answered, ask, callerAt, householdAgent, NoAnswer } from '../ask.ts'
import { callersOf, type FuzzCompany, type Fuzzed, fillCompany, fingerprint, mend, replace } from './companies.ts'
import { wrongWith } from './judging.ts'
import { askedBy, type Plan, planOf, rowsOf, withGiven } from './plan.ts'
import { prologueOf } from './prologues.ts'
import { Tally } from './tally.ts'

export interface FuzzOptions {
  seed: number
  from: number
  calls: number
  only?: string
  /** Companies fuzzed at the same time, each from inside, one call after the other. */
  companies: number
  /** How many rounds of every creating call fill each company first. */
  generated: number
  /** No call begins after this many milliseconds. */
  withinMs: number
  /** What the server logged about a request. */
  explain?(requestId: string): Promise<string | undefined>
  tell?(done: number): void
  /** Waits until the server has finished its queued jobs. */
  settle?(): Promise<void>
}

export interface Failure {
  n: number
  call: string
  what: string
  /** The smallest input that still shows it. */
  asked: string
  log: string | undefined
}

export interface Outcome {
  ms: number
  tally: Tally
  /** Why the prologue of a call failed, the last time. */
  unprepared: Map<string, string>
  failures: Failure[]
}

/** Tables of the untouchable company that visitors may rightly change; they are not compared. */
const visitorsLeave = new Set(['quote_requests', 'quote_submissions'])

export async function fuzz(at: Fuzzed, options: FuzzOptions): Promise<Outcome> {
  const fill = (index: number) => fillCompany(at, index, options.seed, options.generated)
  // Staff whose company closes move to the oldest open one, so the ground is created first and the vault last.
  const ground = await fill(1)
  const fuzzed = await Promise.all(Array.from({ length: options.companies }, (_, index) => fill(index + 2)))
  const vault = await fill(0)
  await options.settle?.()
  const before = await fingerprint(at, vault.companyId)
  const rows = rowsOf(options.only)
  const run = new Run(at, options, rows, { vault, ground, fuzzed })
  const begun = performance.now()
  await Promise.all(fuzzed.map((_company, worker) => run.work(worker)))
  run.outcome.ms = performance.now() - begun
  const after = await fingerprint(at, vault.companyId)
  for (const [table, state] of before)
    if (state !== after.get(table) && !visitorsLeave.has(table))
      run.fail({
        n: -1,
        call: 'all of them',
        what: `changed ${table} of a company that nobody works in`,
        asked: `${state} → ${after.get(table)}`,
        log: undefined,
      })
  return run.outcome
}

const mendEvery = 150
/** A visitor's address may only make so many requests. */
const callsPerAddress = 40

class Run {
  readonly #at: Fuzzed
  readonly #options: FuzzOptions
  readonly #rows: readonly CallRow[]
  readonly #vault: FuzzCompany
  readonly #ground: FuzzCompany
  readonly #fuzzed: readonly FuzzCompany[]
  readonly #ownerOf = new Map<string, FuzzCompany>()
  readonly #chosen = new Set<string>()
  readonly #seen = new Set<string>()
  readonly #begun = performance.now()
  readonly outcome: Outcome = { ms: 0, tally: new Tally(), unprepared: new Map(), failures: [] }

  constructor(
    at: Fuzzed,
    options: FuzzOptions,
    rows: readonly CallRow[],
    { vault, ground, fuzzed }: { vault: FuzzCompany; ground: FuzzCompany; fuzzed: readonly FuzzCompany[] },
  ) {
    this.#at = at
    this.#options = options
    this.#rows = rows
    this.#vault = vault
    this.#ground = ground
    this.#fuzzed = fuzzed
    for (const company of [vault, ground, ...fuzzed]) this.#learn(company)
  }

  #learn(company: FuzzCompany) {
    for (const ids of company.ids.values()) for (const id of ids) if (!this.#chosen.has(id)) this.#ownerOf.set(id, company)
  }

  /** Each worker makes every n-th call. */
  async work(worker: number) {
    const { seed, from, calls, withinMs } = this.#options
    const own = this.#fuzzed[worker] as FuzzCompany
    const around = { own, ground: this.#ground, neighbours: [this.#vault, ...this.#fuzzed.filter((one) => one !== own)] }
    const first = from + ((((worker - from) % this.#fuzzed.length) + this.#fuzzed.length) % this.#fuzzed.length)
    let agent = householdAgent(worker)
    let made = 0
    for (let n = first; n < from + calls && performance.now() - this.#begun < withinMs; n += this.#fuzzed.length) {
      if (++made % callsPerAddress === 0) {
        agent.destroy()
        agent = householdAgent(n)
      }
      if (made % mendEvery === 0) {
        for (const company of worker === 0 ? [own, this.#ground] : [own]) await this.#mend(company)
      }
      await this.#try(planOf(seed, n, this.#rows, around), own, agent)
    }
    agent.destroy()
  }

  async #mend(company: FuzzCompany) {
    await this.outcome.tally.timed('mending companies', () => mend(this.#at, company))
    this.#learn(company)
  }

  async #try(drawn: Plan, own: FuzzCompany, agent: Agent) {
    const { tally } = this.outcome
    const plan = await this.#prepared(drawn, own, agent)
    const first = await tally.timed(plan.row.name, () => this.#ask(plan, own, agent))
    // If an earlier call deleted, signed out or moved the person, replace them and ask again.
    const isGone = first.answer?.status === 401 && plan.who !== 'anyone' && !plan.headers.authorization && !plan.token
    if (isGone && plan.who !== 'anyone') await replace(this.#at, own, plan.who)
    const { answer, wrong } = isGone ? await this.#ask(plan, own, agent) : first
    tally.count(plan, answer)
    if (tally.done % 5000 === 0) this.#options.tell?.(tally.done)
    this.#disown(plan, answer)
    await this.#heed(plan, answer, own)
    if (wrong === undefined || this.#seen.has(`${plan.row.name} ${wrong.replace(/\(.*/, '')}`)) return
    this.#seen.add(`${plan.row.name} ${wrong.replace(/\(.*/, '')}`)
    const small = await this.#shrunk(plan, own, agent, wrong)
    const requestId = answer && /"requestId":"([\w-]+)"/.exec(answer.text)?.[1]
    const log = requestId ? await this.#options.explain?.(requestId) : undefined
    this.fail({
      n: plan.n,
      call: `${plan.verb} ${plan.row.path} (${plan.row.name}) by ${plan.who}`,
      what: wrong,
      asked: this.#named(small),
      log,
    })
  }

  /** Adds what the call needs to succeed, if anything. If an earlier call prevents that, the plan stays as drawn. */
  async #prepared(plan: Plan, own: FuzzCompany, agent: Agent): Promise<Plan> {
    const prologue = plan.isPrepared ? prologueOf(plan.row) : undefined
    if (!prologue) return plan
    const at = { ...this.#at, agent }
    const anyone = callerAt(() => at.url, agent, { accountId: '' })
    const make = () => prologue({ at, company: own, people: callersOf(at, own), anyone })
    const again = async () => {
      await this.#mend(own)
      return make()
    }
    const given = await this.outcome.tally.timed(`before ${plan.row.name}`, () => make().catch(again)).catch((error: Error) => error)
    if (!(given instanceof Error)) return withGiven(plan, given)
    this.outcome.unprepared.set(plan.row.name, given.message)
    return plan
  }

  /** A phone chooses its run's id. One it saw elsewhere, or that anyone may write, no longer tells whose it is. */
  #disown({ row, input }: Plan, answer: Answered | undefined) {
    if (row.name !== 'startRun' || typeof input.id !== 'string' || !answer || answer.status >= 300) return
    this.#chosen.add(input.id)
    this.#ownerOf.delete(input.id)
  }

  /** A person rightly given another role or the switch is replaced. One wrongly given a role stays, so that it shows. */
  async #heed({ row, who, input }: Plan, answer: Answered | undefined, own: FuzzCompany) {
    if (row.name !== 'updateAccount' || who === 'anyone' || !answer || answer.status >= 300) return
    const { role, currentAccess } = JSON.parse(answer.text) as Account
    const given = actingRole(role, currentAccess?.canDispatch ?? false)
    const held = actingRoles.find((one) => own.people[one].accountId === input.id)
    const mayGive = role !== null && (role === roleOf(held ?? null) || rolesToGive(who).includes(role))
    if (held && given !== held && mayGive) await replace(this.#at, own, held)
  }

  fail(failure: Failure) {
    this.outcome.failures.push(failure)
  }

  async #ask(plan: Plan, own: FuzzCompany, agent: Agent): Promise<{ answer?: Answered; wrong: string | undefined }> {
    const asked = askedBy(plan, plan.token ?? (plan.who === 'anyone' ? undefined : own.people[plan.who].token))
    const sent = `${asked.path} ${JSON.stringify(asked.headers)} ${asked.body?.toString() ?? ''}`
    for (let tries = 0; ; tries++) {
      try {
        const answer = await ask(this.#at.url, agent, asked, { isStream: plan.row.stream })
        return { answer, wrong: wrongWith(plan, answer, { own, vault: this.#vault, ownerOf: this.#ownerOf }, sent) }
      } catch (error) {
        if (error instanceof NoAnswer) return { wrong: error.message }
        // The server doesn't read a body that is too long, and hangs up on the sender.
        if ((asked.body?.length ?? 0) > plan.row.maxBytes) return { wrong: undefined }
        if (tries === 2) return { wrong: `hung up: ${(error as Error).message}` }
      }
    }
  }

  /** Removes whatever can go while the same thing is still wrong. */
  async #shrunk(plan: Plan, own: FuzzCompany, agent: Agent, wrong: string): Promise<Plan> {
    let small = plan
    if (plan.kind === 'broken' || plan.row.upload) return small
    for (const path of pathsIn(plan.input).slice(0, 60)) {
      const input = without(small.input, path)
      const json = plan.body && { type: 'application/json', bytes: Buffer.from(JSON.stringify(input)) }
      const smaller = { ...small, input, body: json }
      if ((await this.#ask(smaller, own, agent)).wrong === wrong) small = smaller
    }
    return small
  }

  /** With names in place of ids, which differ from run to run. */
  #named({ row, verb, input, headers, body, kind }: Plan): string {
    const text = kind === 'broken' ? (body?.bytes?.toString().slice(0, 500) ?? '') : JSON.stringify(input)
    const named = text.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => nameOf(id, this.#ownerOf.get(id)))
    const cut = named.length > 1500 ? `${named.slice(0, 1500)}…` : named
    return `${verb} ${row.path} ${cut}${Object.keys(headers).length ? ` ${JSON.stringify(headers)}` : ''}`
  }
}

function nameOf(id: string, company: FuzzCompany | undefined): string {
  for (const [table, ids] of company?.ids ?? []) if (ids.includes(id)) return `${company?.mark}.${table}.${ids.indexOf(id)}`
  return id
}

function pathsIn(value: unknown, at: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.keys(value)
    .slice(0, 40)
    .flatMap((key) => [[...at, key], ...pathsIn((value as Record<string, unknown>)[key], [...at, key])])
}

function without(input: Record<string, unknown>, path: string[]): Record<string, unknown> {
  const copy = structuredClone(input)
  let holder: Record<string, unknown> | undefined = copy
  for (const key of path.slice(0, -1)) holder = holder?.[key] as Record<string, unknown> | undefined
  if (holder && typeof holder === 'object' && !Array.isArray(holder)) delete holder[path.at(-1) ?? '']
  return copy
}
