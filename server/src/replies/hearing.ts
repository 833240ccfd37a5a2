// A text from a phone: a request about alerts (ARRET…), an operator's OUI or NON, « c'est déplacé », thanks, or something to read.
import { answerOf } from '@bordee/core/alerts/answers.ts'
import { replyTo } from '@bordee/core/alerts/replies.ts'
import { formatPhone } from '@bordee/core/phone.ts'
import { meaningOf } from '@bordee/core/replies/meaning.ts'
import { longestReply } from '@bordee/core/replies/reply.ts'
import { changeSubscription } from '../alerts/subscriptions.ts'
import type { Work } from '../engine/ctx.ts'
import { hearCrewAnswer } from './crew-answers.ts'
import { noteMovedCar } from './moved-cars.ts'
import { lastSentTo, occupantsWith } from './phone-owners.ts'

interface Heard {
  company: { id: string; name: string; phone: string }
  /** Ten digits. */
  phone: string
  /** The number that it was written to; null if the provider has none. */
  to: string | null
  text: string
  /** The provider's name for it; null if it has none. */
  messageId: string | null
}

/** Texts of one phone that are kept in ten minutes; what comes beyond is counted. ARRET is heard at any rate. */
const mostAtOnce = 10

/** Returns what to write back, if anything. The transaction sees the company. */
export async function hearText(work: Work, heard: Heard): Promise<string | null> {
  const { company, phone } = heard
  if (!/^\d{10}$/.test(phone)) return null
  const answer = answerOf(heard.text)
  if (answer) {
    if (answer !== 'help') await changeSubscription(work, { companyId: company.id, phone, unsubscribed: answer === 'stop', how: 'sms' })
    return replyTo(answer, { name: company.name, phone: formatPhone(company.phone) })
  }
  // Of a text that is posted twice at once, the second sees the first; so does the flood's count.
  await work.tx.sql`select pg_advisory_xact_lock(hashtextextended(${`replies:${company.id}:${phone}`}, 0))`
  if (await isKnown(work, heard)) return null
  if (await hearCrewAnswer(work, { companyId: company.id, phone, to: heard.to, text: heard.text })) return null
  await keep(work, heard)
  work.publish(company.id, { topic: 'replies' })
  return null
}

async function isKnown({ tx, gateways }: Work, { company, messageId }: Heard): Promise<boolean> {
  if (!messageId) return false
  const [known] = await tx.sql`
    select
    from replies
    where company_id = ${company.id} and provider = ${gateways.alerts.name} and provider_id = ${messageId}`
  return known !== undefined
}

async function keep(work: Work, { company: { id: companyId }, phone, to, text, messageId }: Heard) {
  if (await isFlood(work, companyId, phone)) return
  const about = await subjectOf(work, { companyId, phone, to })
  const meaning = meaningOf(text)
  const isMoved = meaning === 'moved'
  // Of a phone that nobody has, « parti » is for a person to understand.
  const isRead = meaning === 'thanks' || (isMoved && about.siteId !== null)
  await work.tx.sql`
    insert into replies (
      company_id, kind, source, phone, sender, provider, provider_id, text, client_id, site_id, occupant_id, operation_id, at, read_at)
    select ${companyId}, ${isMoved ? 'moved' : 'text'}, 'text', ${phone}, ${to}, ${messageId && work.gateways.alerts.name}, ${messageId},
           ${keptText(text)},
           (select s.client_id from sites s where s.company_id = ${companyId} and s.id = ${about.siteId}::uuid),
           ${about.siteId}, ${about.occupantId}, ${about.operationId}, ${work.now}, ${isRead ? work.now : null}`
  if (isMoved && about.siteId) await noteMovedCar(work, { companyId, siteId: about.siteId, occupantId: about.occupantId, source: 'text' })
}

/** What a database can store of what a phone sent; a picture alone has no text. */
const keptText = (text: string) => text.toWellFormed().replaceAll('\0', '').trim().slice(0, longestReply).toWellFormed() || '(aucun texte)'

/** Counts it beside the newest instead, which is unread again. */
async function isFlood({ tx, now }: Work, companyId: string, phone: string): Promise<boolean> {
  const [counted] = await tx.sql`
    with recent as (
      select id, at
      from replies
      where company_id = ${companyId} and phone = ${phone} and source = 'text' and at > ${now}::timestamptz - interval '10 minutes')
    update replies r
    set more_count = more_count + 1,
        read_at = null
    where r.company_id = ${companyId} and (select count(*) from recent) >= ${mostAtOnce}
      and r.id = (select id from recent order by at desc, id desc limit 1)
    returning r.id`
  return counted !== undefined
}

interface Subject {
  occupantId: string | null
  siteId: string | null
  operationId: string | null
}

/** By the last alert, as long as its occupant still has this phone; or else the only occupant who has it. */
async function subjectOf(work: Work, { companyId, phone, to }: { companyId: string; phone: string; to: string | null }): Promise<Subject> {
  const last = await lastSentTo(work, { companyId, phone, to, purposes: ['alert', 'answer'] })
  const candidates = await occupantsWith(work, companyId, phone)
  const alerted = candidates.find(({ occupantId }) => occupantId === last?.occupantId)
  const found = alerted ?? (candidates.length === 1 ? candidates[0] : undefined)
  const operationId = found || last?.purpose === 'answer' ? (last?.operationId ?? null) : null
  return { occupantId: found?.occupantId ?? null, siteId: found?.siteId ?? null, operationId }
}
