// The operator's shift: the page's state and actions, which are stored first and sent later, to need no network.

import { Problem } from '@bordee/core/problem.ts'
import type { PlacedSite } from '@bordee/core/routes/route.ts'
import { routeCalls } from '@bordee/core/routes/routes.calls.ts'
import type { Run, RunDetails } from '@bordee/core/runs/run.ts'
import { runCalls } from '@bordee/core/runs/runs.calls.ts'
import { ask } from '../api.ts'
import {
  countWaiting,
  dropRefused,
  keepFact,
  keepReport,
  type Mark,
  type Position,
  type Report,
  readFact,
  refusedReports,
  type Waiting,
} from './kept.ts'
import { Outbox } from './outbox.ts'
import { OwnVisits } from './ownVisits.ts'
import { readRun, sendReports } from './sendReports.ts'
import { readWho, signIn, type Who } from './session.ts'
import { nothing, type OwnRun, type RouteOption, type Shown } from './shown.ts'
import { type Step, stepsOf, stopsOfRoute, stopsOfRun } from './stops.ts'

/** Milliseconds to collect positions before sending them. The office sees a truck with at most this delay. */
const gatherMs = 5000
/** How long to wait for the server before using what the phone remembers, in milliseconds. */
const patienceMs = 4000
/** How many routes the phone stores. */
const mostRoutes = 50

export class Shift {
  #shown: Shown = nothing
  readonly #watchers = new Set<() => void>()
  #outbox: Outbox | undefined
  #visits: OwnVisits | undefined
  #hasSites = false

  // Arrow functions, because React gets them unbound.
  subscribe = (watcher: () => void) => {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }
  get = (): Shown => this.#shown

  #show(change: Partial<Shown>) {
    this.#shown = { ...this.#shown, ...change }
    for (const watcher of this.#watchers) watcher()
  }

  get #owner() {
    const { who } = this.#shown
    return `${who?.accountId} ${who?.companyId}`
  }

  async begin() {
    const who = await readWho()
    if (!who) return this.#show({ phase: 'signed-out' })
    await this.#beginAs(who)
  }

  async signIn(email: string, password: string, code?: string) {
    await this.#beginAs(await signIn(email, password, code))
  }

  async #beginAs(who: Who) {
    this.#show({ who })
    if (!who.mayDrive) return this.#show({ phase: 'may-not' })
    this.#outbox?.stop()
    this.#outbox = new Outbox(this.#owner, {
      send: (reports) => this.#send(reports),
      onLink: (link) => this.#show({ link }),
      onProgress: () => void this.#count(),
      onRefused: (reports) => void this.#afterRefusal(reports),
    })
    const run = (await readFact<OwnRun | null>(`run ${this.#owner}`)) ?? null
    this.#show({ consent: (await readFact<boolean>(`consent ${this.#owner}`)) ?? null })
    await this.#count()
    if (run) await this.#enter(run)
    this.#outbox.wake()
    const refreshed = this.refresh()
    if (run) return
    await Promise.race([refreshed, new Promise((resolve) => setTimeout(resolve, patienceMs))])
    this.#show({ phase: 'choosing' })
  }

  /** Reads again what the office may have changed. Without a network, nothing changes. */
  async refresh() {
    const { run } = this.#shown
    try {
      if (!run) await this.#readChoices()
      else if (run.isMade) this.#applyDetails(run.id, await readRun(run.id))
      this.#show({ link: 'up' })
    } catch (error) {
      if (error instanceof Problem && error.status === 404 && run) await this.#leave('Cette tournée n’existe plus.')
      else if (!(error instanceof Problem)) this.#show({ link: 'down' })
      await this.#recallChoices()
    }
  }

  async #readChoices() {
    const [routes, underWay, consent] = await Promise.all([
      ask(routeCalls.listRouteOptions),
      ask(runCalls.listCurrentRuns),
      ask(runCalls.getConsent),
    ])
    this.#show({ routes, underWay })
    // The answer given on this phone counts until it is sent. The server knows an earlier answer from another phone.
    if (this.#shown.consent === null && consent.acceptedAt) await this.#keepConsent(true)
    if (this.#shown.consent === true && !consent.acceptedAt && this.#shown.waiting.reports === 0) this.#show({ consent: null })
    await keepFact(`routes ${this.#owner}`, routes)
    if (!this.#hasSites) void this.#readSites(routes)
    this.#hasSites = true
  }

  /** So that a run can start without a network. */
  async #readSites(routes: readonly RouteOption[]) {
    for (const { id } of routes.slice(0, mostRoutes))
      await ask(routeCalls.listRouteSites, { id }).then(
        (sites) => keepFact(`sites ${id}`, sites),
        () => undefined, // keep the stored ones
      )
  }

  async #recallChoices() {
    if (this.#shown.run || this.#shown.routes.length > 0) return
    this.#show({ routes: (await readFact<RouteOption[]>(`routes ${this.#owner}`)) ?? [] })
  }

  async #keepConsent(accepted: boolean) {
    this.#show({ consent: accepted })
    await keepFact(`consent ${this.#owner}`, accepted)
  }

  async answerConsent(accepted: boolean) {
    await this.#keepConsent(accepted)
    await this.#report({ kind: 'consent', accepted })
  }

  async startRun(route: RouteOption) {
    const at = new Date().toISOString()
    const sites = (await readFact<PlacedSite[]>(`sites ${route.id}`)) ?? []
    const id = crypto.randomUUID()
    const run: OwnRun = {
      id,
      routeName: route.name,
      startedAt: at,
      stops: stopsOfRoute(sites),
      isMade: false,
      marks: [],
      told: { areaActions: [], areaVisits: [] },
    }
    await this.#report({ kind: 'start', runId: id, routeId: route.id, at }, run)
    await this.#enter(run)
  }

  async joinRun({ id, routeName }: Pick<Run, 'id' | 'routeName'>) {
    const at = new Date().toISOString()
    const run: OwnRun = { id, routeName, startedAt: at, stops: [], isMade: false, marks: [], told: { areaActions: [], areaVisits: [] } }
    await this.#report({ kind: 'join', runId: id, at }, run)
    await this.#enter(run)
  }

  async quitRun() {
    const { run } = this.#shown
    if (!run) return
    await this.#report({ kind: 'quit', runId: run.id, at: new Date().toISOString() }, null)
    await this.#leave(null)
  }

  async mark({ stop, area }: Pick<Step, 'stop' | 'area'>, what: Pick<Mark, 'type' | 'reason' | 'note'>, isWholeSite = false) {
    const { run } = this.#shown
    if (!run) return
    const mark: Mark = {
      id: crypto.randomUUID(),
      siteId: stop.siteId,
      areaId: isWholeSite ? null : area.id,
      at: new Date().toISOString(),
      ...what,
    }
    const marked = { ...run, marks: [...run.marks, mark] }
    await this.#report({ kind: 'mark', runId: run.id, mark }, marked)
    await this.#keepRun(marked)
  }

  async notePosition(position: Position) {
    const { run, consent } = this.#shown
    if (!run || consent !== true) return
    await keepReport(this.#owner, { kind: 'position', runId: run.id, position })
    if (await this.#visits?.take(position)) this.#updateSteps()
    await this.#count()
    this.#outbox?.wake(gatherMs)
  }

  async forgetRefused() {
    await dropRefused(this.#owner)
    await this.#count()
  }

  /** Stores the report together with the run as it is afterwards. */
  async #report(report: Report, run: OwnRun | null = this.#shown.run) {
    await keepReport(this.#owner, report, { [`run ${this.#owner}`]: run })
    await this.#count()
    this.#outbox?.wake()
  }

  async #count() {
    const [waiting, refused] = await Promise.all([countWaiting(this.#owner), refusedReports(this.#owner)])
    this.#show({ waiting, refused })
  }

  async #enter(run: OwnRun) {
    this.#visits = await OwnVisits.of(run.id, run.stops)
    this.#show({ phase: 'running', notice: null })
    await this.#keepRun(run)
  }

  async #keepRun(run: OwnRun) {
    this.#show({ run })
    this.#updateSteps()
    await keepFact(`run ${this.#owner}`, run)
  }

  #updateSteps() {
    const { run } = this.#shown
    this.#show({ steps: run ? stepsOf(run.stops, run.marks, this.#visits?.visits ?? [], run.told) : [] })
  }

  async #leave(notice: string | null) {
    this.#visits = undefined
    this.#show({ phase: 'choosing', run: null, steps: [], notice })
    await keepFact(`run ${this.#owner}`, null)
    await this.refresh()
  }

  /** Updates the run from the server: its areas, what colleagues did, and whether the operator is still in it. */
  #applyDetails(runId: string, details: RunDetails) {
    const { run, who } = this.#shown
    if (run?.id !== runId) return
    const last = details.actions
      .filter(({ userId }) => userId === who?.accountId)
      .toSorted((a, b) => a.at.localeCompare(b.at))
      .at(-1)
    if (details.finishedAt || last?.type === 'quit')
      return void this.#leave('Vous n’êtes plus dans cette tournée\u00a0: elle est terminée, ou vous êtes resté deux heures sans bouger.')
    const stops = stopsOfRun(details)
    void this.#update({
      ...run,
      stops,
      isMade: true,
      routeName: details.routeName,
      told: { areaActions: details.areaActions, areaVisits: details.areaVisits },
    })
  }

  async #update(run: OwnRun) {
    if (!this.#shown.run?.isMade) this.#visits = await OwnVisits.of(run.id, run.stops)
    await this.#keepRun({ ...run, marks: this.#shown.run?.marks ?? run.marks })
  }

  async #send(reports: readonly Waiting[]) {
    const { run } = this.#shown
    await sendReports(reports, (runId) => (run?.id === runId ? run.stops : []))
    const [first] = reports
    if (first?.kind === 'start' || first?.kind === 'join') this.#applyDetails(first.runId, await readRun(first.runId))
  }

  /** If the server refuses a start, the run exists on this phone only, so the operator leaves it. */
  async #afterRefusal(reports: readonly Waiting[]) {
    await this.#count()
    const { run, refused } = this.#shown
    const why = refused.find(({ seq }) => seq === reports[0]?.seq)?.why
    const isOwnStart = reports.some((report) => (report.kind === 'start' || report.kind === 'join') && report.runId === run?.id)
    if (isOwnStart) await this.#leave(why ?? null)
  }
}
