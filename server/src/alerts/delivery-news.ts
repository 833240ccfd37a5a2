// What a provider says of a text or call that it took: it arrived, or not, or someone pressed a key.
import { deliveryLife } from '@bordee/core/alerts/delivery-life.ts'
import type { Ctx } from '../engine/ctx.ts'
import { inStates, state } from '../engine/db/states.ts'
import type { AlertNews } from '../outside/sms/sms.ts'
import { publishProgress } from './alerts.jobs.ts'
import { giveBackProviderIds, markRefused } from './deliveries.ts'
import { changeSubscription } from './subscriptions.ts'

export type NewsOf<K extends AlertNews['is']> = Extract<AlertNews, { is: K }>

export async function writeDeliveryNews(ctx: Ctx, { deliveryId, providerId, became, isBlocked, callOutcome }: NewsOf<'delivery'>) {
  const delivery = await lockDelivery(ctx, deliveryId)
  if (!delivery) return
  const { companyId, sendId, phone } = delivery
  await writeProviderId(ctx, { companyId, deliveryId, providerId })
  // The provider certainly took it in, whatever happened next.
  await ctx.tx.sql`
    update alert_deliveries
    set status = ${state(deliveryLife.to('accept'))},
        accepted_at = coalesce(accepted_at, ${ctx.now})
    where company_id = ${companyId} and id = ${deliveryId} and status in ${inStates(deliveryLife.from('accept'))}`
  if (became === 'refused' || isBlocked)
    await markRefused(ctx, companyId, [{ id: deliveryId, mark: null }], isBlocked ? 'unsubscribed' : 'other')
  else if (became !== 'accepted') {
    const event = became === 'delivered' ? 'arrive' : 'miss'
    await ctx.tx.sql`
      update alert_deliveries
      set status = ${state(deliveryLife.to(event))},
          reason = ${event === 'miss' ? 'other' : null}
      where company_id = ${companyId} and id = ${deliveryId} and status in ${inStates(deliveryLife.from(event))}
        and paid_from is not null -- one that never left was refunded, and stays so`
  }
  await writeCallOutcome(ctx, { companyId, deliveryId, became, callOutcome })
  if (isBlocked) await changeSubscription(ctx, { companyId, phone, unsubscribed: true, how: 'carrier' })
  await publishProgress(ctx, companyId, sendId)
}

/** What answered may be told before or after the call has ended; a call that arrives after all was answered. */
async function writeCallOutcome(
  { tx }: Ctx,
  { companyId, deliveryId, became, callOutcome }: Pick<NewsOf<'delivery'>, 'deliveryId' | 'became' | 'callOutcome'> & { companyId: string },
) {
  if (!callOutcome && became !== 'delivered') return
  await tx.sql`
    update alert_deliveries
    set call_outcome = coalesce(${callOutcome}, case when call_outcome = 'voicemail' then call_outcome end)
    where company_id = ${companyId} and id = ${deliveryId} and method = 'call' and paid_from is not null
      and (${callOutcome ?? 'voicemail'} = 'voicemail' or status = ${state(deliveryLife.to('miss'))})`
}

async function writeProviderId(
  { tx, gateways }: Ctx,
  { companyId, deliveryId, providerId }: { companyId: string; deliveryId: string; providerId: string },
) {
  await giveBackProviderIds({ tx, gateways }, companyId, [{ id: deliveryId, providerId }])
  await tx.sql`
    update alert_deliveries
    set provider = ${gateways.alerts.name},
        provider_id = ${providerId}
    where company_id = ${companyId} and id = ${deliveryId}`
}

/** Scopes the transaction to the delivery's company. */
export async function lockDelivery({ tx }: Ctx, id: string) {
  await tx.scope({ platform: true })
  const [found] = await tx.sql<{ companyId: string; sendId: string; phone: string; purpose: string }>`
    select d.company_id as "companyId", d.send_id as "sendId", d.phone, s.purpose
    from alert_deliveries d
    join alert_sends s on s.company_id = d.company_id and s.id = d.send_id
    where d.id = ${id}`
  if (!found) return undefined
  await tx.scope({ companies: [found.companyId] })
  await tx.sql`select from alert_deliveries where company_id = ${found.companyId} and id = ${id} for update`
  return found
}
