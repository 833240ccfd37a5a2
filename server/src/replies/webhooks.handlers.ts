import type { webhookCalls } from '@bordee/core/alerts/webhooks.calls.ts'
import { forbidden } from '@bordee/core/problem.ts'
import { lockDelivery, type NewsOf, writeDeliveryNews } from '../alerts/delivery-news.ts'
import { changeSubscription } from '../alerts/subscriptions.ts'
import type { Ctx, Handlers } from '../engine/ctx.ts'
import type { AlertNews } from '../outside/sms/sms.ts'
import { writeCrewAnswer } from './crew-answers.ts'
import { hearText } from './hearing.ts'

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
  if (news.is === 'answer') return hearAnswer(ctx, news)
  if (news.is === 'key') return hearKey(ctx, news)
  return null
}

async function hearAnswer(ctx: Ctx, { phone, to, text, messageId }: NewsOf<'answer'>): Promise<string | null> {
  const company = await scopeToNumber(ctx, to)
  return company ? hearText(ctx, { company, phone, to, text, messageId }) : null
}

async function hearKey(ctx: Ctx, { deliveryId, key }: NewsOf<'key'>): Promise<string | null> {
  const delivery = await lockDelivery(ctx, deliveryId)
  if (!delivery) return null
  const { companyId, phone } = delivery
  if (key === '9') {
    await changeSubscription(ctx, { companyId, phone, unsubscribed: true, how: 'call' })
    return 'Vous ne recevrez plus d’appels. Au revoir.'
  }
  const answer = ({ 1: 'confirmed', 2: 'refused' } as const)[key as '1' | '2']
  if (!answer || delivery.purpose !== 'crew' || !(await writeCrewAnswer(ctx, { companyId, phone, answer }))) return null
  return answer === 'confirmed'
    ? 'Merci, votre présence est confirmée. Au revoir.'
    : 'Merci, le bureau est avisé que vous refusez. Au revoir.'
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
