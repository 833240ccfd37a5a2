// Sending, once the office has pressed the button: a job per send brings its deliveries to the provider, and another one looks every
// minute, and when a server starts, for what was left behind.
import { deliveryLife } from '@bordee/core/alerts/delivery-life.ts'
import type { Work } from '../engine/ctx.ts'
import { jobKind } from '../engine/job-kind.ts'
import { worker } from '../engine/jobs.ts'
import { type BatchStart, type Outgoing, startBatch } from '../engine/outside/sms.ts'
import { inStates } from '../engine/states.ts'
import { markSending, type SendOfCompany, secondsToNextTry, writeOutcomes } from './deliveries.ts'
import { companiesWithLost, lookForLost } from './lost-deliveries.ts'

const delivery = jobKind<SendOfCompany>('alerts.send', {
  outside: true,
  urgent: true,
  retryLimit: 10,
  atOnce: 16,
  onePer: ({ sendId }) => sendId,
})
const resumption = jobKind<{ atStart?: boolean }>('alerts.resume', {
  outside: true,
  urgent: true,
  cron: '* * * * *',
  atStart: true,
})

/** Milliseconds. Then the next send gets its turn, and this one comes again after it. */
const turn = 10_000
/** Seconds that a send waits when its provider seems to be down, or its numbers are busy. */
const downPause = 10
const turnsPause = 2
/** Seconds after which nobody works on a send any more. */
const idleAfter = 45

export const deliverLater = (work: Work, send: SendOfCompany) => work.later(delivery, send)

/** For whoever looks at a send while it goes out. */
export async function tellProgress(work: Work, companyId: string, code: string) {
  const [send] = await work.tx.sql<{ by: string | null }>`
    select sent_by as by from alert_sends where company_id = ${companyId} and id = ${code}`
  work.publish(companyId, { topic: 'alerts', code, by: send?.by ?? null })
}

/** Brings everything of a send to the provider, for as long as its turn lasts. */
async function deliverNow(work: Work, send: SendOfCompany) {
  const end = performance.now() + turn
  while (performance.now() < end) {
    const start = startBatch(send.companyId)
    const deliveries = await work.aside((own) => markSending(own, send))
    if (deliveries.length > 0) {
      const outcomes = await deliverBatch(work, send, deliveries, start)
      // Nothing but silence and errors: the next ones would only be lost too.
      if (outcomes.every(({ is }) => is === 'unsure')) return work.later(delivery, send, downPause)
      // The company's numbers are busy with other sends.
      if (outcomes.every((outcome) => outcome.is === 'later' && !outcome.wasTried)) return work.later(delivery, send, turnsPause)
    } else {
      const wait = await work.aside((own) => secondsToNextTry(own, send))
      if (wait === null) return
      if (wait > 0) return work.later(delivery, send, wait)
    }
  }
  await work.later(delivery, send)
}

/** A provider of the outside asks nothing of this transaction, which therefore holds no connection while it waits. */
export const deliverBatch = (work: Work, { companyId, sendId }: SendOfCompany, deliveries: readonly Outgoing[], start: BatchStart) =>
  work.aside(async (own) => {
    const outcomes = await own.gateways.alerts.deliver(own, deliveries, start)
    await writeOutcomes(own, companyId, deliveries, outcomes)
    await tellProgress(own, companyId, sendId)
    return outcomes
  })

/** First the sends that nobody works on, then the deliveries that were on their way. What fails for one company keeps no other waiting. */
export async function resumeNow(work: Work, { atStart = false }: { atStart?: boolean }) {
  await enqueueIdleSends(work, atStart)
  const companies = await work.aside(companiesWithLost)
  const failures: unknown[] = []
  // As many times as there were lost ones to begin with: what is marked meanwhile belongs to a worker that lives.
  for (let pass = 1, left = companies; left.length > 0; pass++) {
    const more: typeof left = []
    for (const company of left) {
      const found = await lookForLost(work, company.id).catch((error: unknown) => void failures.push(error))
      await enqueueSends(work, company.id, found?.sendIds ?? [])
      if (found?.hasMore && company.count > pass * work.gateways.alerts.traces) more.push(company)
    }
    left = more
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} companies could not be looked into`)
}

/** Where a job for it waits already none is added, and two workers on one send do no harm: each marks what the other has not. */
const enqueueIdleSends = (work: Work, atStart: boolean) =>
  work.aside(async (own) => {
    await own.tx.scope({ platform: true })
    const sends = await own.tx.sql<SendOfCompany>`
      with waiting as (
        select distinct company_id, send_id
        from alert_deliveries
        where status in ${inStates(deliveryLife.from('take'))})
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
