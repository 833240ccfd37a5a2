// Sending, once the office has pressed the button: a job per send brings its deliveries to the provider, and another one looks every minute, and when a
// server starts, for what was left behind.
import type { Work } from '../engine/ctx.ts'
import { jobKind } from '../engine/job-kind.ts'
import { worker } from '../engine/jobs.ts'
import { type Outgoing, type Taken, takenNow } from '../engine/outside/sms.ts'
import { ago, nextTry, reconcile, type SendJob, settle, take } from './deliveries.ts'

const deliver = jobKind<SendJob>('alerts.send', {
  outside: true,
  urgent: true,
  retryLimit: 10,
  atOnce: 16,
  onePer: ({ sendId }) => sendId,
})
const resume = jobKind<{ atStart?: boolean }>('alerts.resume', { outside: true, urgent: true, cron: '* * * * *', atStart: true })

/** Milliseconds. Then the next send gets its turn, and this one comes again after it. */
const turn = 10_000
/** Seconds that a send waits when its provider seems to be down, or its numbers are busy. */
const downPause = 10
const turnsPause = 2
/** Seconds after which nobody works on a send any more. */
const idleAfter = 45

export const deliverLater = (work: Work, job: SendJob) => work.later(deliver, job)

/** For whoever looks at a send while it goes out. */
export async function tellProgress(work: Work, companyId: string, code: string) {
  const [send] = await work.tx.sql<{ by: string | null }>`
    select sent_by as by from alert_sends where company_id = ${companyId} and id = ${code}`
  work.publish(companyId, { topic: 'alerts', code, by: send?.by ?? null })
}

/** Brings everything of a send to the provider, for as long as its turn lasts. */
async function deliverNow(work: Work, job: SendJob) {
  const end = performance.now() + turn
  while (performance.now() < end) {
    const taken = takenNow(job.companyId)
    const batch = await work.aside((own) => take(own, job))
    if (batch.length > 0) {
      const outcomes = await bring(work, job, batch, taken)
      // Nothing but silence and errors: the next ones would only be lost too.
      if (outcomes.every(({ is }) => is === 'unsure')) return work.later(deliver, job, downPause)
      // All turns of the company's numbers are taken by other sends.
      if (outcomes.every((outcome) => outcome.is === 'later' && !outcome.wasTried)) return work.later(deliver, job, turnsPause)
    } else {
      const wait = await work.aside((own) => nextTry(own, job))
      if (wait === null) return
      if (wait > 0) return work.later(deliver, job, wait)
    }
  }
  await work.later(deliver, job)
}

/** A provider of the outside asks nothing of this transaction, which therefore holds no connection while it waits. */
export const bring = (work: Work, { companyId, sendId }: SendJob, batch: readonly Outgoing[], taken: Taken) =>
  work.aside(async (own) => {
    const outcomes = await own.gateways.alerts.deliver(own, batch, taken)
    await settle(own, companyId, batch, outcomes)
    await tellProgress(own, companyId, sendId)
    return outcomes
  })

/** Takes up what a crash left, first what nobody works on, then what was on its way. What fails for one company keeps none of the others waiting. */
export async function resumeNow(work: Work, { atStart = false }: { atStart?: boolean }) {
  await takeUp(work, atStart)
  const companies = await work.aside(async ({ tx, gateways }) => {
    await tx.scope({ platform: true })
    return tx.sql<{ id: string; lost: number }>`
      select company_id as id, count(*)::int as lost from alert_deliveries
      where status = 'sending' and sending_at <= ${ago(gateways.alerts.patience)} group by company_id`
  })
  const failures: unknown[] = []
  // As many times as there were lost ones to begin with: what is taken meanwhile is somebody's who lives.
  for (let pass = 1, left = companies; left.length > 0; pass++) {
    const more: typeof left = []
    for (const company of left) {
      const found = await reconcile(work, company.id).catch((error: unknown) => void failures.push(error))
      await deliverAgain(work, company.id, found?.sendIds ?? [])
      if (found?.hasMore && company.lost > pass * work.gateways.alerts.traces) more.push(company)
    }
    left = more
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} companies could not be looked into`)
}

/** Where a job for it waits already none is added, and two workers on one send do no harm: each takes what the other has not. */
const takeUp = (work: Work, atStart: boolean) =>
  work.aside(async (own) => {
    await own.tx.scope({ platform: true })
    const sends = await own.tx.sql<SendJob>`
      select s.company_id as "companyId", s.id as "sendId"
      from (select distinct company_id, send_id from alert_deliveries where status = 'queued') d
      join alert_sends s on s.company_id = d.company_id and s.id = d.send_id
      where ${atStart} or s.worked_at is null or s.worked_at < now() - make_interval(secs => ${idleAfter}) order by s.id`
    for (const send of sends) await own.later(deliver, send)
  })

const deliverAgain = (work: Work, companyId: string, sendIds: readonly string[]) =>
  work.aside(async (own) => {
    for (const sendId of sendIds) await own.later(deliver, { companyId, sendId })
  })

export const alertWorkers = [worker(deliver, deliverNow), worker(resume, resumeNow)]
