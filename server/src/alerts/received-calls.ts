// Calls that residents make to the voice line, kept and paid for as alerts are: one send per day and operation, one delivery per call.
import { canPayFor } from '@bordee/core/alerts/refusal.ts'
import { wallClock } from '@bordee/core/time.ts'
import { lineName, type PressedKeys } from '@bordee/core/voice-line/line.ts'
import { spend } from '../bank/spending.ts'
import type { Work } from '../engine/ctx.ts'
import { currentOperation } from '../operations/belonging.ts'
import { publishProgress } from './alerts.jobs.ts'
import { lockPayer } from './direct-texts.ts'

export interface ReceivedCall {
  id: string
  said: string
  /** False: nothing could pay for it, and it said so. */
  isPaid: boolean
  pressedKeys: PressedKeys | null
}

/** Steps of one call wait for each other, and so does a step that the provider repeats. */
export async function lockReceivedCall({ tx, gateways }: Work, companyId: string, callId: string): Promise<ReceivedCall | undefined> {
  await tx.sql`select pg_advisory_xact_lock(hashtextextended(${`line:${callId}`}, 0))`
  const [call] = await tx.sql<ReceivedCall>`
    select d.id,
           d.message as said,
           d.paid_from is not null as "isPaid",
           d.pressed_keys as "pressedKeys"
    from alert_deliveries d
    join alert_sends s on s.company_id = d.company_id and s.id = d.send_id and s.purpose = 'line'
    where d.company_id = ${companyId} and d.provider = ${gateways.alerts.name} and d.provider_id = ${callId}`
  return call
}

interface NewCall {
  callId: string
  /** Null: hidden. */
  phone: string | null
  /** The number that was called; null if the provider has none. */
  to: string | null
  /** The client of all the caller’s sites, their only site, and the occupant of it. */
  clientId: string | null
  siteId: string | null
  occupantId: string | null
  /** What is said, whether or not something pays for it. */
  said: (isPaid: boolean) => string
}

/** Charges the call, if anything pays for it, and keeps it. The company’s row stays locked. */
export async function writeReceivedCall(work: Work, companyId: string, call: NewCall): Promise<ReceivedCall> {
  const { payer, credit } = await lockPayer(work, companyId)
  const isPaid = canPayFor(1, credit)
  const lots = isPaid ? credit.lots : []
  const sendId = await sendOfDay(work, companyId, payer.timeZone)
  const said = call.said(isPaid)
  const [made] = await work.tx.sql<{ id: string }>`
    insert into alert_deliveries (
      company_id, send_id, occupant_id, site_id, client_id, method, phone, first_name, last_name, site_name, client_name, message, status,
      provider, provider_id, sender, accepted_at, paid_from, price, lot_id)
    select ${companyId}, ${sendId}, o.id, s.id, c.id, 'call', ${call.phone ?? ''}, o.first_name, o.last_name, coalesce(s.name, ''),
           coalesce(c.name, ''), ${said}, 'delivered', ${work.gateways.alerts.name}, ${call.callId}, ${call.to}, ${work.now},
           ${isPaid ? (lots.length > 0 ? 'bank' : 'invoice') : null}, ${isPaid ? payer.price : 0}, ${lots[0]?.lotId ?? null}
    from (select) one
    left join sites s on s.company_id = ${companyId} and s.id = ${call.siteId}::uuid
    left join clients c on c.company_id = ${companyId} and c.id = ${call.clientId}::uuid
    left join occupants o on o.company_id = ${companyId} and o.id = ${call.occupantId}::uuid
    returning id`
  await spend(work, companyId, sendId, lots, 1)
  await publishProgress(work, companyId, sendId)
  return { id: (made as { id: string }).id, said, isPaid, pressedKeys: null }
}

/** The company’s row is locked: a day has one per operation. */
async function sendOfDay({ tx, now }: Work, companyId: string, zone: string): Promise<string> {
  const target = `line:${wallClock(now, zone).date}`
  const [send] = await tx.sql<{ id: string }>`
    with night as (
      select ${currentOperation(companyId)} as id),
    known as (
      update alert_sends s
      set expected = s.expected + 1
      from night n
      where s.company_id = ${companyId} and s.target = ${target} and s.operation_id is not distinct from n.id
      returning s.id),
    made as (
      insert into alert_sends (company_id, operation_id, purpose, target, target_name, message, sent_by_name, expected)
      select ${companyId}, n.id, 'line', ${target}, ${lineName}, 'Appels reçus', ${lineName}, 1
      from night n
      where not exists (select from known)
      returning id)
    select id from known
    union all
    select id from made`
  return (send as { id: string }).id
}

/** Each key once, in the order in which they were pressed. */
export const notePressedKey = ({ tx }: Work, companyId: string, { id }: Pick<ReceivedCall, 'id'>, key: '1' | '2') => tx.sql`
  update alert_deliveries
  set pressed_keys = coalesce(pressed_keys, '') || ${key}
  where company_id = ${companyId} and id = ${id} and strpos(coalesce(pressed_keys, ''), ${key}) = 0`
