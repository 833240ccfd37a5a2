import { answerOf } from '@bordee/core/alerts/answers.ts'
import { deliveryLife } from '@bordee/core/alerts/delivery-life.ts'
import { replyTo } from '@bordee/core/alerts/replies.ts'
import type { webhookCalls } from '@bordee/core/alerts/webhooks.calls.ts'
import { formatPhone } from '@bordee/core/phone.ts'
import { forbidden } from '@bordee/core/problem.ts'
import type { Ctx, Handlers } from '../engine/ctx.ts'
import { inStates, state } from '../engine/db/states.ts'
import type { AlertNews } from '../outside/sms/sms.ts'
import { publishProgress } from './alerts.jobs.ts'
import { giveBackProviderIds, markRefused } from './deliveries.ts'
import { changeSubscription } from './subscriptions.ts'

export const webhookHandlers: Handlers<typeof webhookCalls> = {
  async hearAlerts(ctx) {
    const { alerts } = ctx.gateways
    // An unsigned post could unsubscribe a whole town.
    const news = await alerts.hear(ctx.request.posted)
    if (!news) throw forbidden()
    return { bytes: alerts.reply(news, await answerTo(ctx, news)), name: '' }
  },
}

/** Records the news and returns the reply to it, if any. */
async function answerTo(ctx: Ctx, news: AlertNews): Promise<string | null> {
  if (news.is === 'delivery') await writeDeliveryNews(ctx, news)
  if (news.is === 'answer') return changeByAnswer(ctx, news)
  if (news.is === 'key') return changeByKey(ctx, news)
  return null
}

async function writeDeliveryNews(ctx: Ctx, { deliveryId, providerId, became, isBlocked }: NewsOf<'delivery'>) {
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
  if (isBlocked) await changeSubscription(ctx, { companyId, phone, unsubscribed: true, how: 'carrier' })
  await publishProgress(ctx, companyId, sendId)
}

async function changeByAnswer(ctx: Ctx, { phone, to, text }: NewsOf<'answer'>): Promise<string | null> {
  const company = await scopeToNumber(ctx, to)
  const answer = answerOf(text)
  if (!company || !answer || !/^\d{10}$/.test(phone)) return null
  if (answer !== 'help') await changeSubscription(ctx, { companyId: company.id, phone, unsubscribed: answer === 'stop', how: 'sms' })
  return replyTo(answer, { name: company.name, phone: formatPhone(company.phone) })
}

async function changeByKey(ctx: Ctx, { deliveryId, key }: NewsOf<'key'>): Promise<string | null> {
  const delivery = await lockDelivery(ctx, deliveryId)
  if (!delivery || key !== '9') return null
  await changeSubscription(ctx, { companyId: delivery.companyId, phone: delivery.phone, unsubscribed: true, how: 'call' })
  return 'Vous ne recevrez plus d’appels. Au revoir.'
}

type NewsOf<K extends AlertNews['is']> = Extract<AlertNews, { is: K }>

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
async function lockDelivery({ tx }: Ctx, id: string) {
  await tx.scope({ platform: true })
  const [found] = await tx.sql<{ companyId: string; sendId: string; phone: string }>`
    select company_id as "companyId", send_id as "sendId", phone from alert_deliveries where id = ${id}`
  if (!found) return undefined
  await tx.scope({ companies: [found.companyId] })
  await tx.sql`select from alert_deliveries where company_id = ${found.companyId} and id = ${id} for update`
  return found
}

/** Scopes the transaction to the company that holds the number. */
async function scopeToNumber({ tx }: Ctx, number: string) {
  await tx.scope({ platform: true })
  const [company] = await tx.sql<{ id: string; name: string; phone: string }>`
    select c.id, c.name, c.phone
    from sender_numbers n
    join companies c on c.id = n.company_id
    where n.phone = ${number}`
  if (company) await tx.scope({ companies: [company.id] })
  return company
}
