// Delivers alerts: one job per send hands its deliveries to the provider; another looks for interrupted work every
// minute and when a server starts.
import { deliveryLife } from '@bordee/core/alerts/delivery-life.ts'
import { endingOf } from '@bordee/core/alerts/ending.ts'
import type { Work } from '../engine/ctx.ts'
import { withPatience } from '../engine/db/patience.ts'
import { inStates } from '../engine/db/states.ts'
import { Shares } from '../engine/http/shares.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'
import { worker } from '../engine/jobs/jobs.ts'
import { isTrialCompany } from '../identity/trial-companies.ts'
import type { Batch, Outcome, Outgoing } from '../outside/sms/sms.ts'
import { markSending, pauseSend, readSend, type SendOfCompany, secondsToNextTry, writeOutcomes } from './deliveries.ts'
import { companiesWithLost, traceLostDeliveries } from './lost-deliveries.ts'

/** Mostly waits for its company's numbers, so it is detached: otherwise sixteen sends would block all others. */
const delivery = jobKind<SendOfCompany>('alerts.send', {
  outside: true,
  urgent: true,
  detached: true,
  atOnce: 4,
  onePer: ({ sendId }) => sendId,
})
const resumption = jobKind<{ atStart?: boolean }>('alerts.resume', {
  outside: true,
  urgent: true,
  cron: '* * * * *',
  atStart: true,
})

/** Minimum pause, in seconds, when the provider seems to be down. */
const downPause = 10
/** Pause, in seconds, when other sends have taken the turns of its numbers. */
const turnsPause = 2
/** Seconds without progress after which a send counts as abandoned. */
const idleAfter = 45
/** Milliseconds for which one check that a send may go on serves all its deliveries. */
const lookFor = 20

/** All sends together use at most six connections, so that requests still get theirs. */
const connections = new Shares(6, { maxWaiting: Number.POSITIVE_INFINITY })
const inTurn = <T>(work: Work, step: (own: Work) => Promise<T>): Promise<T> => connections.run('alerts', () => work.aside(step))

export const deliverLater = (work: Work, send: SendOfCompany) => work.later(delivery, send)

/** Notifies the screens that follow a send. */
export async function publishProgress(work: Work, companyId: string, code: string) {
  const [send] = await work.tx.sql<{ by: string | null }>`
    select sent_by as by from alert_sends where company_id = ${companyId} and id = ${code}`
  work.publish(companyId, { topic: 'alerts', code, by: send?.by ?? null })
}

/** Hands a send's deliveries to the provider, batch after batch, until none is queued or all must wait longer. */
async function deliverNow(work: Work, send: SendOfCompany, _jobId = '', stopping = new AbortController().signal) {
  if (await isStillDown(work, send)) return pause(work, send, downPause)
  while (!stopping.aborted) {
    const clocks = { clock: performance.now(), timeOfDay: Date.now() }
    const deliveries = await inTurn(work, (own) => markSending(own, send))
    if (deliveries.length > 0) {
      const outcomes = await deliverBatch(work, send, { ...batchOf(work, send, deliveries), ...clocks, stopping })
      const shortest = pauseAfter(outcomes)
      if (shortest !== null) return pause(work, send, shortest)
      // Either other sends hold the turns of its numbers, or it is over, which the next `markSending` handles.
      const gotNoTurn = outcomes.every(({ is }) => is === 'later')
      if (gotNoTurn && (await mayGoOn(work, send))) return inTurn(work, (own) => own.later(delivery, send, turnsPause))
    } else {
      const wait = await inTurn(work, (own) => secondsToNextTry(own, send))
      // The last deliveries may just have been cancelled: publish once more.
      if (wait === null) return inTurn(work, (own) => publishEnd(own, send))
      if (wait > 0) return inTurn(work, (own) => own.later(delivery, send, wait))
    }
  }
}

async function publishEnd(own: Work, { companyId, sendId }: SendOfCompany) {
  await own.tx.scope({ companies: [companyId] })
  await publishProgress(own, companyId, sendId)
}

/** A paused send hands nothing over until its provider answers: those requests would be lost too. */
async function isStillDown(work: Work, send: SendOfCompany): Promise<boolean> {
  const known = await inTurn(work, (own) => readSend(own, send))
  if (!known?.isPaused || endingOf(known, new Date())) return false
  return !(await work.gateways.alerts.isUp())
}

const mayGoOn = async (work: Work, send: SendOfCompany): Promise<boolean> => {
  const known = await inTurn(work, (own) => readSend(own, send))
  return known !== undefined && endingOf(known, new Date()) === null
}

const pause = (work: Work, send: SendOfCompany, shortest: number) =>
  inTurn(work, async (own) => {
    const seconds = await pauseSend(own, send, shortest)
    await own.later(delivery, send, seconds)
    await publishProgress(own, send.companyId, send.sendId)
  })

/** Minimum pause in seconds; null to go on. Silence and errors: the provider is down. « Not now »: it wants a pause. */
function pauseAfter(outcomes: readonly Outcome[]): number | null {
  if (outcomes.every(({ is }) => is === 'unsure')) return downPause
  const asked = outcomes.flatMap((outcome) => (outcome.is === 'later' && outcome.after !== undefined ? [outcome.after] : []))
  if (asked.length > 0) return Math.max(...asked)
  return outcomes.every((outcome) => outcome.is === 'unsure' || (outcome.is === 'later' && outcome.wasTried)) ? 0 : null
}

export function batchOf(work: Work, send: SendOfCompany, deliveries: readonly Outgoing[]): Batch {
  let look: { at: number; mayLeave: Promise<boolean> } | undefined
  return {
    companyId: send.companyId,
    deliveries,
    clock: performance.now(),
    timeOfDay: Date.now(),
    mayLeave() {
      if (!look || performance.now() - look.at > lookFor) look = { at: performance.now(), mayLeave: mayGoOn(work, send).catch(() => false) }
      return look.mayLeave
    },
    stopping: new AbortController().signal,
  }
}

/**
 * Retries writing an outside provider's answers until the database takes them: lost answers would have to be traced.
 * The embedded provider writes in the same transaction: a rollback undoes its deliveries, and it is asked again. The
 * alerts of a trial night reach no provider, embedded or not: they are shown on its screen.
 */
export async function deliverBatch(work: Work, { companyId, sendId }: SendOfCompany, batch: Batch): Promise<Outcome[]> {
  const { alerts } = work.gateways
  const isTrial = await inTurn(work, (own) => isTrialCompany(own, companyId))
  const answered = isTrial ? batch.deliveries.map(keptOnScreen) : alerts.isInside ? null : await alerts.deliver(work, batch)
  return withPatience(() =>
    inTurn(work, async (own) => {
      const outcomes = answered ?? (await alerts.deliver(own, batch))
      await writeOutcomes(own, companyId, batch.deliveries, outcomes)
      await publishProgress(own, companyId, sendId)
      return outcomes
    }),
  )
}

const keptOnScreen = (): Outcome => ({ is: 'accepted', providerId: null })

/** Enqueues sends that nobody works on, then traces lost deliveries. One company's failure doesn't stop the others. */
export async function resumeNow(work: Work, { atStart = false }: { atStart?: boolean }) {
  await enqueueIdleSends(work, atStart)
  const companies = await work.aside(companiesWithLost)
  const failures: unknown[] = []
  // Bounded by how many were lost at the start: any marked since belong to a live worker.
  for (let pass = 1, left = companies; left.length > 0; pass++) {
    const more: typeof left = []
    for (const company of left) {
      const found = await traceLostDeliveries(work, company.id).catch((error: unknown) => void failures.push(error))
      await enqueueSends(work, company.id, found?.sendIds ?? [])
      if (found?.hasMore && company.count > pass * work.gateways.alerts.traces) more.push(company)
    }
    left = more
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} companies could not be looked into`)
}

/** A send has at most one waiting job, and two workers on one send do no harm: they mark different deliveries. */
const enqueueIdleSends = (work: Work, atStart: boolean) =>
  work.aside(async (own) => {
    await own.tx.scope({ platform: true })
    const sends = await own.tx.sql<SendOfCompany>`
      with waiting as (
        select distinct company_id, send_id
        from alert_deliveries
        where status in ${inStates(deliveryLife.from('take'))} and (held_until is null or held_until <= now()))
      select s.company_id as "companyId", s.id as "sendId"
      from waiting w
      join alert_sends s on s.company_id = w.company_id and s.id = w.send_id
      where ${atStart} or s.worked_at is null or s.worked_at < now() - make_interval(secs => ${idleAfter})
      order by s.id`
    for (const send of sends) await own.later(delivery, send)
  })

const enqueueSends = (work: Work, companyId: string, sendIds: readonly string[]) =>
  work.aside(async (own) => {
    for (const sendId of sendIds) await own.later(delivery, { companyId, sendId })
  })

export const alertWorkers = [worker(delivery, deliverNow), worker(resumption, resumeNow)]
