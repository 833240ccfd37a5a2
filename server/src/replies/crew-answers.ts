// An operator's OUI or NON, by text or by a key of the automatic call.
import { type CrewAnswer, crewAnswerOf, isOnlyAnswer } from '@bordee/core/replies/crew-answer.ts'
import type { Work } from '../engine/ctx.ts'
import { hasLeft, type LastSent, lastSentTo } from './phone-owners.ts'

interface Heard {
  companyId: string
  phone: string
  to: string | null
  text: string
}

/** Hours after which OUI is no longer about the call to work. */
const answeredWithin = 24

const anything: LastSent['purpose'][] = ['alert', 'answer', 'crew']

/**
 * The latest thing that was sent to the phone decides what OUI is about: an operator may live at a client's. True if nothing is left
 * for the office to read.
 */
export async function hearCrewAnswer(work: Work, { companyId, phone, to, text }: Heard): Promise<boolean> {
  const answer = crewAnswerOf(text)
  if (!answer) return false
  const last = await lastSentTo(work, { companyId, phone, to, purposes: anything })
  if (last?.purpose !== 'crew' || !(await writeCrewAnswer(work, { companyId, phone, answer }))) return false
  return isOnlyAnswer(text)
}

/** Of the last call to work that reached that phone; the last answer counts. False if there is none. */
export async function writeCrewAnswer(
  work: Work,
  { companyId, phone, answer }: { companyId: string; phone: string; answer: CrewAnswer },
): Promise<boolean> {
  const [found] = await work.tx.sql<{ id: string; operationId: string }>`
    select c.id, c.operation_id as "operationId"
    from crew_call_people p
    join crew_calls c on c.company_id = p.company_id and c.id = p.crew_call_id
    where p.company_id = ${companyId} and p.phone = ${phone} and c.at > ${work.now}::timestamptz - make_interval(hours => ${answeredWithin})
      and (p.called_at is not null or exists (
        select from alert_deliveries d
        where d.company_id = c.company_id and d.send_id = c.send_id and d.phone = p.phone and ${hasLeft}))
    order by c.at desc, c.id desc
    limit 1`
  if (!found) return false
  await work.tx.sql`
    update crew_call_people
    set answer = ${answer},
        answered_at = ${work.now}
    where company_id = ${companyId} and crew_call_id = ${found.id} and phone = ${phone}`
  work.publish(companyId, { topic: 'operations', operationId: found.operationId })
  return true
}
