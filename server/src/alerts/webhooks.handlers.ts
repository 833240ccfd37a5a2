import { answerOf } from '@bordee/core/alerts/answers.ts'
import type { webhookCalls } from '@bordee/core/alerts/webhooks.calls.ts'
import { formatPhone } from '@bordee/core/phone.ts'
import { forbidden } from '@bordee/core/problem.ts'
import type { Ctx, Handlers } from '../engine/ctx.ts'
import { blockedByCarrier } from '../gateways/sms.twilio.ts'
import { silence, spoken, written } from '../gateways/twiml.ts'
import { tellProgress } from './alerts.jobs.ts'
import { refuse } from './deliveries.ts'
import { changeSubscription } from './subscriptions.ts'

/** What Twilio's words mean for a delivery. `failed` and `canceled` never left: they cost nothing. What is not here changes nothing. */
const meanings: Record<string, 'accepted' | 'delivered' | 'lost' | 'refused'> = {
  accepted: 'accepted',
  queued: 'accepted',
  initiated: 'accepted',
  sending: 'accepted',
  sent: 'accepted',
  ringing: 'accepted',
  'in-progress': 'accepted',
  delivered: 'delivered',
  completed: 'delivered',
  undelivered: 'lost',
  busy: 'lost',
  'no-answer': 'lost',
  failed: 'refused',
  canceled: 'refused',
}

export const webhookHandlers: Handlers<typeof webhookCalls> = {
  async twilioStatus(ctx, { deliveryId, MessageSid, CallSid, MessageStatus, CallStatus, ErrorCode }) {
    await requireGenuine(ctx)
    const delivery = await deliveryOf(ctx, deliveryId)
    const meaning = meanings[MessageStatus ?? CallStatus ?? '']
    const sid = MessageSid ?? CallSid
    if (!delivery || !meaning || !sid) return null
    const { companyId, sendId, phone } = delivery
    await nameOf(ctx, { companyId, deliveryId, sid })
    // It was certainly taken in, whatever came of it. A later word never goes back to an earlier state.
    await ctx.tx.sql`
      update alert_deliveries set status = 'accepted', accepted_at = coalesce(accepted_at, ${ctx.now})
      where company_id = ${companyId} and id = ${deliveryId} and status in ('queued', 'sending', 'unknown')`
    const isBlocked = ErrorCode === String(blockedByCarrier)
    if (meaning === 'refused' || isBlocked)
      await refuse(ctx, companyId, [{ id: deliveryId, mark: null }], isBlocked ? 'unsubscribed' : 'other')
    else if (meaning !== 'accepted')
      await ctx.tx.sql`
        update alert_deliveries set status = ${meaning === 'delivered' ? 'delivered' : 'failed'}, reason = ${meaning === 'lost' ? 'other' : null}
        where company_id = ${companyId} and id = ${deliveryId} and status = 'accepted'`
    if (isBlocked) await changeSubscription(ctx, { companyId, phone, unsubscribed: true, how: 'carrier' })
    await tellProgress(ctx, companyId, sendId)
    return null
  },

  async twilioMessage(ctx, { From = '', To = '', Body = '' }) {
    await requireGenuine(ctx)
    const company = await companyAt(ctx, To)
    const phone = From.replace(/^\+1/, '')
    const answer = answerOf(Body)
    if (!company || !answer || !/^\d{10}$/.test(phone)) return twiml(silence)
    const { id: companyId, name } = company
    if (answer === 'help') return twiml(written(`${name} : ${formatPhone(company.phone)}. Répondez ARRET pour ne plus recevoir d'alertes.`))
    await changeSubscription(ctx, { companyId, phone, unsubscribed: answer === 'stop', how: 'sms' })
    return twiml(
      written(
        answer === 'stop'
          ? `${name} : vous ne recevrez plus d'alertes. Répondez START pour les recevoir de nouveau.`
          : `${name} : vous recevrez de nouveau nos alertes. Répondez ARRET pour ne plus en recevoir.`,
      ),
    )
  },

  async twilioKey(ctx, { deliveryId, Digits = '' }) {
    await requireGenuine(ctx)
    const delivery = await deliveryOf(ctx, deliveryId)
    if (!delivery || Digits !== '9') return twiml(silence)
    await changeSubscription(ctx, { companyId: delivery.companyId, phone: delivery.phone, unsubscribed: true, how: 'call' })
    return twiml(spoken('Vous ne recevrez plus d’appels. Au revoir.'))
  },
}

/** Twilio itself says which delivery is whose: one that was found by looking, and taken for this, is unknown again. */
async function nameOf({ tx, gateways }: Ctx, { companyId, deliveryId, sid }: { companyId: string; deliveryId: string; sid: string }) {
  const { name } = gateways.alerts
  await tx.sql`
    update alert_deliveries set provider_id = null, status = case when status = 'accepted' then 'unknown' else status end
    where company_id = ${companyId} and provider = ${name} and provider_id = ${sid} and id <> ${deliveryId}`
  await tx.sql`update alert_deliveries set provider = ${name}, provider_id = ${sid} where company_id = ${companyId} and id = ${deliveryId}`
}

const twiml = (text: string) => ({ bytes: Buffer.from(text), name: '' })

/** Whoever could post here unsigned could unsubscribe a whole town. */
async function requireGenuine({ gateways, request }: Ctx) {
  if (!(await gateways.alerts.isGenuine(request.posted))) throw forbidden()
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
