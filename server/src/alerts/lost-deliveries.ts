// What a crash or a silence left in `sending`: the provider is asked what became of it.
import { deliveryLife } from '@bordee/core/alerts/delivery-life.ts'
import type { Work } from '../engine/ctx.ts'
import type { Outgoing } from '../engine/outside/sms.ts'
import { sql } from '../engine/sql.ts'
import { inStates, state } from '../engine/states.ts'
import { maxAttempts } from './deliveries.ts'

/** Milliseconds after which nobody will know any more. */
const forgottenAfter = 600_000

type LostDelivery = Outgoing & { since: Date; isForgotten: boolean; sendId: string; provider: string }

const isSending = sql`status in ${inStates(deliveryLife.from('forget'))}`

/** So many milliseconds before now, by the clock that marked the deliveries. */
const ago = (milliseconds: number) => sql`clock_timestamp() - make_interval(secs => ${milliseconds / 1000})`

/** The companies that have lost some, and how many. */
export async function companiesWithLost({ tx, gateways }: Work): Promise<{ id: string; count: number }[]> {
  await tx.scope({ platform: true })
  return tx.sql`
    select company_id as id, count(*)::int as count
    from alert_deliveries
    where ${isSending} and sending_at <= ${ago(gateways.alerts.patience)}
    group by company_id`
}

/**
 * Asks the provider, if it is still the same. Found, a delivery was accepted; certainly not there, it goes back into the queue; and when
 * nobody has been able to tell for ten minutes, it is unknown. Answers the sends that may have got some back, and whether there is more
 * to look for now.
 */
export async function lookForLost(work: Work, companyId: string): Promise<{ sendIds: string[]; hasMore: boolean }> {
  const { alerts } = work.gateways
  const lost = await work.aside((own) => lostDeliveries(own, companyId))
  const askable = lost.filter(({ provider }) => provider === alerts.name)
  const traces = askable.length > 0 ? await work.aside((own) => alerts.trace(own, askable)) : []
  const traceOf = new Map(askable.map(({ id }, i) => [id, traces[i]]))
  await work.aside(async (own) => {
    await own.tx.scope({ companies: [companyId] })
    for (const one of lost.toSorted((a, b) => a.id.localeCompare(b.id))) {
      const trace = traceOf.get(one.id)
      if (trace?.is === 'known') await writeTrace(own, companyId, one, trace.providerIds)
      else if (one.isForgotten) await writeUnlessMoved(own, companyId, one, sql`status = ${state(deliveryLife.to('forget'))}`)
    }
  })
  const found = lost.filter(({ id }) => traceOf.get(id)?.is === 'known')
  return { sendIds: [...new Set(found.map(({ sendId }) => sendId))].toSorted(), hasMore: found.length === alerts.traces }
}

async function lostDeliveries({ tx, gateways }: Work, companyId: string): Promise<LostDelivery[]> {
  await tx.scope({ companies: [companyId] })
  return tx.sql<LostDelivery>`
    select d.id,
           d.send_id as "sendId",
           d.method,
           d.phone,
           d.sender as "from",
           s.message as text,
           c.name as "companyName",
           d.provider,
           d.sending_at as since,
           d.sending_at::text as mark,
           d.sending_at < ${ago(forgottenAfter)} as "isForgotten"
    from alert_deliveries d
    join alert_sends s on s.company_id = d.company_id and s.id = d.send_id
    join companies c on c.id = d.company_id
    where d.company_id = ${companyId} and d.${isSending} and d.sending_at <= ${ago(gateways.alerts.patience)}
      and (d.provider = ${gateways.alerts.name} or d.sending_at < ${ago(forgottenAfter)})
    order by d.sending_at
    limit ${gateways.alerts.traces}`
}

/** What belongs to another delivery already is not this one's. */
async function writeTrace(work: Work, companyId: string, lost: LostDelivery, providerIds: readonly string[]) {
  const others = await work.tx.sql<{ providerId: string }>`
    select provider_id as "providerId"
    from alert_deliveries
    where company_id = ${companyId} and provider = ${work.gateways.alerts.name} and provider_id = any(${providerIds}::text[])
      and id <> ${lost.id}`
  const [providerId] = providerIds.filter((id) => !others.some((other) => other.providerId === id))
  const changes = providerId
    ? sql`status = ${state(deliveryLife.to('accept'))}, provider_id = ${providerId}, accepted_at = now()`
    : sql`
        status = case
          when attempts + 1 < ${maxAttempts} then ${state(deliveryLife.to('putBack'))}
          else ${state(deliveryLife.to('forget'))}
        end,
        attempts = attempts + 1,
        retry_at = null`
  await writeUnlessMoved(work, companyId, lost, changes)
}

async function writeUnlessMoved({ tx }: Work, companyId: string, { id, mark }: LostDelivery, changes: ReturnType<typeof sql>) {
  await tx.sql`
    update alert_deliveries
    set ${changes}
    where company_id = ${companyId} and id = ${id} and ${isSending} and sending_at = ${mark}::timestamptz`
}
