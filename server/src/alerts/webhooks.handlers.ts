import { answerOf } from '@bordee/core/alerts/answers.ts'
import type { webhookCalls } from '@bordee/core/alerts/webhooks.calls.ts'
import { formatPhone } from '@bordee/core/phone.ts'
import { forbidden } from '@bordee/core/problem.ts'
import type { Ctx, Handlers } from '../engine/ctx.ts'
import type { AlertNews } from '../engine/outside/sms.ts'
import { tellProgress } from './alerts.jobs.ts'
import { refuse } from './deliveries.ts'
import { changeSubscription } from './subscriptions.ts'

export const webhookHandlers: Handlers<typeof webhookCalls> = {
  async hearAlerts(ctx) {
    const { alerts } = ctx.gateways
    // Whoever could post here unsigned could unsubscribe a whole town.
    const news = await alerts.hear(ctx.request.posted)
    if (!news) throw forbidden()
    return { bytes: alerts.reply(news, await answerTo(ctx, news)), name: '' }
  },
}

/** Does what follows from the news; answers what is said to whoever brought it. */
async function answerTo(ctx: Ctx, news: AlertNews): Promise<string | null> {
  if (news.is === 'delivery') await followDelivery(ctx, news)
  if (news.is === 'answer') return followAnswer(ctx, news)
  if (news.is === 'key') return followKey(ctx, news)
  return null
}

async function followDelivery(ctx: Ctx, { deliveryId, providerId, became, isBlocked }: NewsOf<'delivery'>) {
  const delivery = await deliveryOf(ctx, deliveryId)
  if (!delivery) return
  const { companyId, sendId, phone } = delivery
  await nameDelivery(ctx, { companyId, deliveryId, providerId })
  // It was certainly taken in, whatever came of it. A later word never goes back to an earlier state.
  await ctx.tx.sql`
    update alert_deliveries set status = 'accepted', accepted_at = coalesce(accepted_at, ${ctx.now})
    where company_id = ${companyId} and id = ${deliveryId} and status in ('queued', 'sending', 'unknown')`
  if (became === 'refused' || isBlocked)
    await refuse(ctx, companyId, [{ id: deliveryId, mark: null }], isBlocked ? 'unsubscribed' : 'other')
  else if (became !== 'accepted')
    await ctx.tx.sql`
      update alert_deliveries set status = ${became === 'delivered' ? 'delivered' : 'failed'}, reason = ${became === 'lost' ? 'other' : null}
      where company_id = ${companyId} and id = ${deliveryId} and status = 'accepted'`
  if (isBlocked) await changeSubscription(ctx, { companyId, phone, unsubscribed: true, how: 'carrier' })
  await tellProgress(ctx, companyId, sendId)
}

async function followAnswer(ctx: Ctx, { phone, to, text }: NewsOf<'answer'>): Promise<string | null> {
  const company = await companyAt(ctx, to)
  const answer = answerOf(text)
  if (!company || !answer || !/^\d{10}$/.test(phone)) return null
  const { id: companyId, name } = company
  if (answer === 'help') return `${name} : ${formatPhone(company.phone)}. Répondez ARRET pour ne plus recevoir d'alertes.`
  await changeSubscription(ctx, { companyId, phone, unsubscribed: answer === 'stop', how: 'sms' })
  return answer === 'stop'
    ? `${name} : vous ne recevrez plus d'alertes. Répondez START pour les recevoir de nouveau.`
    : `${name} : vous recevrez de nouveau nos alertes. Répondez ARRET pour ne plus en recevoir.`
}

async function followKey(ctx: Ctx, { deliveryId, key }: NewsOf<'key'>): Promise<string | null> {
  const delivery = await deliveryOf(ctx, deliveryId)
  if (!delivery || key !== '9') return null
  await changeSubscription(ctx, { companyId: delivery.companyId, phone: delivery.phone, unsubscribed: true, how: 'call' })
  return 'Vous ne recevrez plus d’appels. Au revoir.'
}

type NewsOf<K extends AlertNews['is']> = Extract<AlertNews, { is: K }>

/** The provider itself says which delivery is whose: one that was found by looking, and taken for this, is unknown again. */
async function nameDelivery(
  { tx, gateways }: Ctx,
  { companyId, deliveryId, providerId }: { companyId: string; deliveryId: string; providerId: string },
) {
  const { name } = gateways.alerts
  await tx.sql`
    update alert_deliveries set provider_id = null, status = case when status = 'accepted' then 'unknown' else status end
    where company_id = ${companyId} and provider = ${name} and provider_id = ${providerId} and id <> ${deliveryId}`
  await tx.sql`update alert_deliveries set provider = ${name}, provider_id = ${providerId} where company_id = ${companyId} and id = ${deliveryId}`
}

/** Works from here on for the company of the delivery, and holds the delivery. */
async function deliveryOf({ tx }: Ctx, id: string) {
  await tx.scope({ platform: true })
  const [found] = await tx.sql<{ companyId: string; sendId: string; phone: string }>`
    select company_id as "companyId", send_id as "sendId", phone from alert_deliveries where id = ${id}`
  if (!found) return undefined
  await tx.scope({ companies: [found.companyId] })
  await tx.sql`select from alert_deliveries where company_id = ${found.companyId} and id = ${id} for update`
  return found
}

/** Whose number was answered; works from here on for that company. */
async function companyAt({ tx }: Ctx, number: string) {
  await tx.scope({ platform: true })
  const [company] = await tx.sql<{ id: string; name: string; phone: string }>`
    select c.id, c.name, c.phone from sender_numbers n join companies c on c.id = n.company_id where n.phone = ${number}`
  if (company) await tx.scope({ companies: [company.id] })
  return company
}
