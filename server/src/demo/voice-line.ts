// Boréal’s voice line is on, and the demo’s client called it.
import { usualOfficeHours } from '@bordee/core/alerts/hours.ts'
import { bulletinTitles } from '@bordee/core/bulletins/bulletin.ts'
import { homeZone } from '@bordee/core/time.ts'
import { type SitePlace, toldWords } from '@bordee/core/voice-line/script.ts'
import { notePressedKey, writeReceivedCall } from '../alerts/received-calls.ts'
import type { Work } from '../engine/ctx.ts'
import { demoClientId } from './folders.ts'

export async function fillVoiceLine(work: Work, companyId: string) {
  await work.tx.sql`
    update companies
    set alert_voice_line = true,
        alert_office_hours = ${JSON.stringify(usualOfficeHours)}::jsonb
    where id = ${companyId}`
  const [caller] = await work.tx.sql<SitePlace & { siteId: string; occupantId: string; phone: string; companyName: string }>`
    select s.id as "siteId",
           s.civic_number as "civicNumber",
           s.street,
           s.apartment,
           o.id as "occupantId",
           o.phone,
           c.name as "companyName"
    from occupants o
    join sites s on s.company_id = o.company_id and s.id = o.site_id
    join companies c on c.id = o.company_id
    where o.company_id = ${companyId} and s.client_id = ${demoClientId}
    order by o.created_at, o.id
    limit 1`
  if (!caller) return
  const { siteId, occupantId, phone, companyName, ...place } = caller
  const said = toldWords({
    companyName,
    zone: homeZone,
    bulletin: { title: bulletinTitles.idle, sentence: null },
    isUnderWay: false,
    sites: [{ ...place, status: { is: 'idle' } }],
    hasMore: false,
  })
  const call = await writeReceivedCall(work, companyId, {
    callId: 'demo',
    phone,
    to: null,
    clientId: demoClientId,
    siteId,
    occupantId,
    said: () => said,
  })
  await notePressedKey(work, companyId, call, '2')
}
