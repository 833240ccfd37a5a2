// Sends through a local Twilio, and posts its callbacks.
import { alertCalls } from '@bordee/core/alerts/alerts.calls.ts'
import { expect } from 'vitest'
import { resumeNow } from '../alerts/alerts.jobs.ts'

import type { Work } from '../engine/ctx.ts'
import { newOccupant, newSender, type Sender } from './alerts.ts'
import { closeAfterwards } from './closing.ts'
import { type Kept, type Mood, openLocalTwilio, putBackClock, signed, type TwilioServer } from './local-twilio.ts'
import { inCompany, openTestServer, type TestServer } from './server.ts'
import { soon } from './soon.ts'

export { signed } from './local-twilio.ts'

export async function openTwilio(): Promise<TwilioServer> {
  const twilio = await openLocalTwilio()
  closeAfterwards(() => twilio.close())
  return twilio
}

interface Row {
  id: string
  phone: string
  status: string
  reason: string | null
  paid_from: string | null
  provider_id: string | null
}

/** Sends through this Twilio and follows the outcome. */
export function watch(server: TestServer, twilio: TwilioServer) {
  const moods = new Map<string, Mood[]>()
  /** After its planned moods, each phone works again. */
  twilio.mood = (phone, attempt) => moods.get(phone)?.[attempt - 1] ?? 'ok'

  /** Sends to new occupants of the sector, each with how Twilio handles the first attempts. */
  async function send(sender: Sender, ...planned: [alertMethod: 'sms' | 'call', ...Mood[]][]) {
    const phones: string[] = []
    for (const [alertMethod, ...mood] of planned) {
      const { phone } = await newOccupant(sender.owner, { alertMethod })
      moods.set(phone, mood)
      phones.push(phone)
    }
    const { code } = await sender.owner(alertCalls.sendAlert, { messageId: sender.messageId, sectorId: sender.sectorId })
    return { code: code ?? '', phones }
  }

  const rowsOf = ({ companyId }: Sender) =>
    inCompany(server, companyId, (tx) => tx.sql<Row>`select * from alert_deliveries where company_id = ${companyId} order by phone, id`)

  const until = (sender: Sender, ...statuses: string[]) =>
    soon(async () => {
      const rows = await rowsOf(sender)
      expect(rows.map(({ status }) => status)).toEqual(statuses)
      return rows
    })

  /** As if that many minutes had passed since the provider was called; then runs the job that resumes sends. */
  async function later(sender: Sender, minutes: number) {
    await putBackClock(server, sender, twilio, minutes)
    await server.work((work) => resumeNow(work, { atStart: true }))
    await endPauses()
  }

  const endPauses = () => server.sql(`update pgboss.job set start_after = now() where name = 'alerts.send' and state = 'created'`)

  /** Waits until unanswered requests have timed out, which is what `patience` is for. */
  const givenUp = () => soon(() => expect(server.jobs.underWay).toBe(0))

  const callBack = ({ kind, sid, statusCallback }: Kept, status: string, more: Record<string, string> = {}) =>
    server.app.inject(
      signed(statusCallback, {
        [kind === 'Messages' ? 'MessageSid' : 'CallSid']: sid,
        [kind === 'Messages' ? 'MessageStatus' : 'CallStatus']: status,
        ...more,
      }),
    )

  /** Retries now what waits for its next attempt. */
  const hurry = async (sender: Sender) => {
    await inCompany(server, sender.companyId, (tx) => tx.sql`update alert_deliveries set retry_at = null`)
    await endPauses()
  }

  return { send, until, later, endPauses, hurry, givenUp, callBack }
}

/** A send to one person, whose every step the test takes itself. */
export async function sendByHand(twilio: TwilioServer) {
  const idle = await openTestServer(twilio.environment('+15815550199'))
  await idle.jobs.stop()
  const { owner, companyId, messageId, sectorId } = await newSender(idle)
  await newOccupant(owner)
  const { code } = await owner(alertCalls.sendAlert, { messageId, sectorId })
  const step = <T>(run: (own: Work) => Promise<T>) => idle.work((work) => work.aside(run))
  return { idle, owner, companyId, job: { companyId, sendId: code ?? '' }, step }
}
