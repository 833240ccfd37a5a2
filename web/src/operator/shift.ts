// The operator's shift: the page's state and actions, which are stored first and sent later, to need no network.

import { Problem } from '@bordee/core/problem.ts'
import { consentVersion, type Run, type RunDetails, type StartPreview, startHeld } from '@bordee/core/runs/run.ts'
import { runCalls } from '@bordee/core/runs/runs.calls.ts'
import { ask } from '../api.ts'
import { callAttention } from './attention.ts'
import { aheadOfPhone } from './clock.ts'
import {
  countWaiting,
  dropUntriedRun,
  keepFact,
  keepReport,
  keepReports,
  type Position,
  type Report,
  readFact,
  type StartChoice,
  stuckReports,
  type Waiting,
  watchStorage,
} from './kept.ts'
import { consentFact, recallConsent } from './keptConsent.ts'
import { guessedKind, type LastStart, lastStartFact, readLastStart } from './lastStart.ts'
import { Outbox } from './outbox.ts'
import { dayFact, type OwnDay } from './ownDay.ts'
import { OwnHours } from './ownHours.ts'
import { OwnMarks } from './ownMarks.ts'
import { OwnUnsent } from './ownUnsent.ts'
import { OwnVisits } from './ownVisits.ts'
import { type NewPhoto, PhotoQueue } from './photoQueue.ts'
import { peopleOf } from './runPeople.ts'
import { readRun, sendReports } from './sendReports.ts'
import { readWho, signIn, type Who } from './session.ts'
import { buzz, type Desk } from './shiftDesk.ts'
import { nothing, type OwnRun, type RouteOption, type Shown } from './shown.ts'
import { addedSince, type Place, stepsOf, stopsOfRoute, stopsOfRun } from './stops.ts'
import { readRoutes, readStoredStops, recallRoutes, storeStops } from './storedRoutes.ts'

/** Milliseconds to collect positions before sending them. The office sees a truck with at most this delay. */
const gatherMs = 5000
/** How long to wait for the server before using what the phone remembers, in milliseconds. */
const patienceMs = 4000

const nothingKnown = { areaActions: [], areaVisits: [] }

export class Shift {
  #shown: Shown = nothing
  readonly #watchers = new Set<() => void>()
  #outbox: Outbox | undefined
  #photos: PhotoQueue | undefined
  #visits: OwnVisits | undefined
  #hasStops = false
  /** Runs that the server may still list. */
  readonly #takenBack = new Set<string>()

  // Arrow functions, because React gets them unbound.
  subscribe = (watcher: () => void) => {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }
  get = (): Shown => this.#shown

  readonly #desk: Desk = {
    get: this.get,
    show: (change) => this.#show(change),
    owner: () => this.#owner,
    changeRun: (change) => this.#change(change),
    report: (reports, facts) => this.#report(reports, facts),
    count: () => this.#count(),
    wake: () => this.#outbox?.wake(),
    releasePhotos: (markId) => this.releasePhotos(markId),
  }
  readonly hours = new OwnHours(this.#desk)
  readonly marks = new OwnMarks(this.#desk)
  readonly unsent = new OwnUnsent(this.#desk)

  #show(change: Partial<Shown>) {
    this.#shown = { ...this.#shown, ...change }
    for (const watcher of this.#watchers) watcher()
  }

  get owner() {
    return this.#owner
  }

  get #owner() {
    const { who } = this.#shown
    return `${who?.accountId} ${who?.companyId}`
  }

  async begin() {
    watchStorage((isFull) => this.#show({ isFull }))
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
      onLink: (link) => {
        const isBack = link === 'up' && this.#shown.link !== 'up'
        this.#show({ link })
        if (isBack) this.#photos?.wake()
        if (isBack) void this.refresh() // the office may have added stops meanwhile
      },
      onProgress: () => void this.#count(),
      onRefused: () => void this.#count(),
    })
    this.#photos?.stop()
    this.#photos = new PhotoQueue(this.#owner, {
      marksWait: async () => (await countWaiting(this.#owner)).reports > 0,
      onChange: (photos, photoTrouble) => this.#show({ photos, photoTrouble }),
    })
    const run = (await readFact<OwnRun | null>(`run ${this.#owner}`)) ?? null
    const day = (await readFact<OwnDay | null>(dayFact(this.#owner))) ?? null
    this.#show({ day, consent: await recallConsent(this.#owner, run !== null) })
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
      else if (run.isMade) await this.#applyDetails(run.id, await readRun(run.id))
      // A server of the previous release knows no hours: that says nothing about the run.
      await this.hours.read().catch((error: unknown) => {
        if (!(error instanceof Problem)) throw error
      })
      this.#show({ link: 'up' })
    } catch (error) {
      // What still waits for a deleted run is refused, and kept, when it is sent.
      if (error instanceof Problem && error.status === 404 && run) await this.#leave('Cette tournée n’existe plus.')
      else if (!(error instanceof Problem)) this.#show({ link: 'later' })
      if (!this.#shown.run && this.#shown.routes.length === 0) this.#show({ routes: await recallRoutes(this.#owner) })
    }
  }

  async #readChoices() {
    const before = this.#shown
    const [routes, underWay, consent] = await Promise.all([
      readRoutes(this.#owner),
      ask(runCalls.listCurrentRuns),
      ask(runCalls.getConsent, { version: consentVersion }),
    ])
    this.#show({ routes, underWay: underWay.filter(({ id }) => !this.#takenBack.has(id)) })
    // The answer given on this phone counts until it is sent. The server knows an earlier answer from another phone.
    if (this.#shown.consent === null && consent.acceptedAt) {
      this.#show({ consent: true })
      await keepFact(consentFact(this.#owner), true)
    }
    const wasSent = before.consent === true && before.waiting.reports === 0
    if (wasSent && this.#shown.consent === true && !consent.acceptedAt) this.#show({ consent: null })
    if (!this.#hasStops) void storeStops(routes).then((stored) => this.#show({ routes: stored }))
    this.#hasStops = true
  }

  async answerConsent(accepted: boolean) {
    await this.#report([{ kind: 'consent', accepted, version: consentVersion }], { [consentFact(this.#owner)]: accepted })
    this.#show({ consent: accepted }) // only now: an answer that isn't counted as waiting would pass for sent
  }

  readLastStart = () => readLastStart(this.#owner)

  async startRun(route: RouteOption, choice: StartChoice, preview: StartPreview | null = null) {
    const at = new Date().toISOString()
    const kind = choice.kind ?? preview?.kind ?? guessedKind(await this.readLastStart(), route.id, Date.now())
    const id = crypto.randomUUID()
    void navigator.storage?.persist?.() // or a full phone may delete what the page stores
    const only = preview?.siteIds
    const stops = stopsOfRoute((await readStoredStops(route.id)) ?? []).filter(({ siteId }) => !only || only.includes(siteId))
    const how = { ...choice, isWholeRoute: !only }
    const begun = { id, routeName: route.name, startedAt: at, kind, unit: how.unit }
    const run: OwnRun = { ...begun, stops, isMade: false, marks: [], told: nothingKnown }
    const startHeldUntil = Date.now() + startHeld * 1000
    setTimeout(() => this.#shown.startHeldUntil === startHeldUntil && this.#show({ startHeldUntil: null }), startHeld * 1000)
    this.#show({ startHeldUntil })
    await this.#enter(run)
    const last: LastStart = { ...how, kind, routeId: route.id, at }
    await this.#report([{ kind: 'start', runId: id, routeId: route.id, routeName: route.name, at, how }], {
      [lastStartFact(this.#owner)]: last,
    })
  }

  /** As if the start had never been pressed. Possible until the first mark, so that no work is dropped. */
  async takeStartBack() {
    const { run, startHeldUntil } = this.#shown
    if (!run || startHeldUntil === null || run.marks.length > 0) return
    const fact = { [`run ${this.#owner}`]: null }
    this.#takenBack.add(run.id)
    if (!(await dropUntriedRun(this.#owner, run.id, fact)))
      await keepReport(this.#owner, { kind: 'take-back', runId: run.id, at: new Date().toISOString() }, fact)
    await this.#leave(null)
    await this.#count()
    this.#outbox?.wake()
  }

  async joinRun({ id, routeName }: Pick<Run, 'id' | 'routeName'>) {
    const at = new Date().toISOString()
    await this.#enter({ id, routeName, startedAt: at, stops: [], isMade: false, marks: [], told: nothingKnown })
    const phone = (await this.readLastStart())?.phone ?? null
    await this.#report([{ kind: 'join', runId: id, routeName, at, phone }])
  }

  async quitRun() {
    const { run } = this.#shown
    if (!run) return
    this.#show({ run: null })
    await this.#report([{ kind: 'quit', runId: run.id, at: new Date().toISOString() }])
    await this.#leave(null)
  }

  async reportDamage({ stop }: Place, damage: { id: string; note: string }) {
    const { run } = this.#shown
    if (!run) return
    buzz()
    const report = { ...damage, siteId: stop.siteId, at: new Date().toISOString() }
    await this.#report([{ kind: 'damage', runId: run.id, address: stop.address, damage: report }])
    await this.releasePhotos(damage.id)
  }

  /** Returns why the phone did not take it, or null. A mark never waits for a photo. */
  async takePhoto(file: Blob, about: Omit<NewPhoto, 'runId'>): Promise<string | null> {
    return (await this.#photos?.take(file, { ...about, runId: this.#shown.run?.id ?? null })) ?? null
  }

  removePhoto = (id: string) => this.#photos?.remove(id)
  retryPhotos = () => this.#photos?.retry()
  /** Without a mark any more to wait for, they leave. */
  releasePhotos = async (markId: string) => this.#photos?.release(markId).catch(() => undefined)

  /** The driver has seen that stops were added. */
  async noticeAdded() {
    this.#change((run) => ({ ...run, addedCount: 0 }))
    await keepFact(`run ${this.#owner}`, this.#shown.run)
  }

  async notePosition(position: Position) {
    const { run, consent } = this.#shown
    if (!run || consent !== true) return
    await keepReport(this.#owner, { kind: 'position', runId: run.id, position })
    if (await this.#visits?.take(position)) this.#updateSteps()
    await this.#count()
    this.#outbox?.wake(gatherMs)
  }

  /** Stores the reports together with the run as it is now. */
  async #report(reports: (Report & { heldUntil?: number })[], facts: Record<string, unknown> = {}) {
    await keepReports(this.#owner, reports, { [`run ${this.#owner}`]: this.#shown.run, ...facts })
    await this.#count()
    this.#outbox?.wake()
  }

  async #count() {
    const owner = this.#owner
    const [waiting, stuck, stuckCounts] = await Promise.all([countWaiting(owner), stuckReports(owner), countWaiting(owner, 1)])
    this.#show({ waiting, stuck, stuckPositions: stuckCounts.positions })
  }

  async #enter(run: OwnRun) {
    this.#visits = await OwnVisits.of(run)
    this.marks.forgetSaid()
    this.#show({ phase: 'running', notice: null, run })
    this.#updateSteps()
  }

  /** The only place that changes the run: from its latest state, so that two quick changes both stay. */
  #change(change: (run: OwnRun) => OwnRun) {
    const { run } = this.#shown
    if (!run) return
    this.#show({ run: change(run) })
    this.#updateSteps()
  }

  #updateSteps() {
    const { run } = this.#shown
    this.#show({ steps: run ? stepsOf(run.stops, run.marks, this.#visits?.visits ?? [], run.told, run.ahead) : [] })
  }

  async #leave(notice: string | null) {
    this.#visits = undefined
    this.#show({ phase: 'choosing', run: null, steps: [], notice, undoable: [], startHeldUntil: null })
    await keepFact(`run ${this.#owner}`, null)
    await this.refresh()
  }

  /** Updates the run from the server: its areas, what colleagues did, and whether the operator is still in it. */
  async #applyDetails(runId: string, details: RunDetails) {
    const { run, who } = this.#shown
    if (run?.id !== runId) return
    const { hasLeft, others } = peopleOf(details, who?.accountId)
    if (hasLeft)
      return this.#leave('Vous n’êtes plus dans cette tournée\u00a0: elle est terminée, ou vous êtes resté deux heures sans bouger.')
    const stops = stopsOfRun(details)
    const added = run.isMade ? addedSince(run.stops, stops) : 0
    if (added > 0) callAttention()
    const { routeName, kind, unit, isRedo, handedOverAt, areaActions, areaVisits } = details
    this.#visits = this.#visits?.in({ id: runId, stops, kind })
    this.#change((now) => ({
      ...now,
      routeName,
      kind,
      unit,
      isRedo,
      handedOverAt,
      others,
      stops,
      addedCount: (now.addedCount ?? 0) + added,
      isMade: true,
      told: { areaActions, areaVisits },
      ahead: aheadOfPhone(),
    }))
    await keepFact(`run ${this.#owner}`, this.#shown.run)
  }

  async #send(reports: readonly Waiting[]) {
    const { run } = this.#shown
    await sendReports(reports, (runId) => (run?.id === runId ? run.stops : []))
    const [first] = reports
    if (first?.kind === 'start' || first?.kind === 'join') await this.#applyDetails(first.runId, await readRun(first.runId))
  }
}
