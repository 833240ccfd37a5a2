// What is sent to chosen people rather than to the occupants of a target: answers in a conversation, calls to work. Delivered, paid
// for and traced as alerts are; no hours apply.
import { refusalOf } from '@bordee/core/alerts/refusal.ts'
import { alertPriceOf } from '@bordee/core/companies/alert-prices.ts'
import { conflict, notFound } from '@bordee/core/problem.ts'
import { runsCompany } from '@bordee/core/roles.ts'
import { cardOf, creditOf, type Payer, spend } from '../bank/spending.ts'
import { type Ctx, companyOf, type Work } from '../engine/ctx.ts'
import { provenCompany } from '../identity/owners.ts'
import { deliverLater, publishProgress } from './alerts.jobs.ts'
import { takeSenders } from './senders.ts'

export interface DirectText {
  method: 'sms' | 'call'
  phone: string
  text: string
  occupantId?: string | null
  siteId?: string | null
  firstName?: string | null
  lastName?: string | null
  siteName?: string
  clientName?: string
}

interface DirectSend {
  purpose: 'answer' | 'crew'
  target: string
  targetName: string
  operationId: string | null
  texts: readonly DirectText[]
}

/** Returns the send's id; throws if nothing may leave. */
export async function sendDirectly(ctx: Ctx, { purpose, target, targetName, operationId, texts }: DirectSend): Promise<string> {
  const companyId = companyOf(ctx)
  const { payer, lots } = await readyPayer(ctx, companyId, texts.length, runsCompany(ctx.actor.role))
  if (!(await takeSenders(ctx, companyId)).isEnough)
    throw conflict('Aucun numéro n’est disponible pour envoyer vos textos. Contactez l’équipe du produit.', { code: 'no-sender' })
  const [send] = await ctx.tx.sql<{ id: string }>`
    insert into alert_sends (company_id, operation_id, purpose, target, target_name, message, sent_by, sent_by_name, expected, worked_at)
    select ${companyId}, ${operationId}, ${purpose}, ${target}, ${targetName}, ${texts[0]?.text ?? ''}, a.id,
           coalesce(nullif(trim(a.first_name || ' ' || a.last_name), ''), a.email), ${texts.length}, now()
    from accounts a
    where a.id = ${ctx.actor.accountId}
    returning id`
  const sendId = (send as { id: string }).id
  await ctx.tx.sql`
    insert into alert_deliveries (
      company_id, send_id, occupant_id, site_id, method, phone, first_name, last_name, site_name, client_name, message, status,
      paid_from, price, lot_id)
    select ${companyId}, ${sendId}, t."occupantId", t."siteId", t.method, t.phone, t."firstName", t."lastName",
           coalesce(t."siteName", ''), coalesce(t."clientName", ''), t.text, 'queued',
           case when l.id is null then 'invoice' else 'bank' end, ${payer.price}, l.id
    from jsonb_to_recordset(${JSON.stringify(texts.map((text, i) => ({ ...text, n: i + 1 })))}::jsonb) t (
      n int, method text, phone text, text text, "occupantId" uuid, "siteId" uuid, "firstName" text, "lastName" text,
      "siteName" text, "clientName" text)
    left join unnest(
      ${lots.map(({ lotId }) => lotId)}::uuid[],
      ${lots.map(({ after }) => after)}::int[],
      ${lots.map(({ upto }) => upto)}::int[]) l (id, after, upto) on t.n > l.after and t.n <= l.upto`
  await spend(ctx, companyId, sendId, lots, texts.length)
  await deliverLater(ctx, { companyId, sendId })
  await publishProgress(ctx, companyId, sendId)
  return sendId
}

/** Throws if so many can't be paid for. */
async function readyPayer(work: Work, companyId: string, count: number, seesBank: boolean) {
  const { company, payer, credit } = await lockPayer(work, companyId)
  const refusal = refusalOf({ ...company, ...anyTime, credit, expected: count, alertable: count }, { seesBank })
  if (refusal) throw conflict(refusal, { code: 'not-sent' })
  return { payer, lots: credit.lots }
}

/** Locks the company's row: of two at once, the second sees what the first spent. */
export async function lockPayer(work: Work, companyId: string) {
  const [company] = await work.tx.sql<Omit<Payer, 'price'> & { isActive: boolean; isProven: boolean; alertPriceId: string | null }>`
    select id,
           alert_is_active as "isActive",
           ${provenCompany} as "isProven",
           time_zone as "timeZone",
           alert_price_id as "alertPriceId",
           alert_monthly_cap as "monthlyCap",
           ${cardOf('c', work.now)} as card
    from companies c
    where id = ${companyId}
    for no key update`
  if (!company) throw notFound('Compagnie')
  const payer: Payer = { ...company, price: alertPriceOf(company) }
  return { company, payer, credit: await creditOf(work, payer, true) }
}

/** A text of one's own, at any hour, is never refused for these. */
const anyTime = {
  startHourAllowed: null,
  endHourAllowed: null,
  time: '12:00',
  wait: 0,
  isMessageActive: true,
  text: '',
  longestText: '',
  unexplained: 0,
  linked: 0,
  lacksBulletin: false,
} as const
