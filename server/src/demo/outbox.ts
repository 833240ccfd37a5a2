// What the embedded providers accepted: yesterday's contracts to read and a reminder, and the last texts with residents' links.
import { withTracking } from '@bordee/core/messages/variables.ts'
import { addDays, homeZone, instantOf, todayIn } from '@bordee/core/time.ts'
import { giveTokens, trackingLink } from '../alerts/tracking-links.ts'
import type { Work } from '../engine/ctx.ts'
import { letter } from '../engine/documents/letters.ts'
import { trackingMessage } from './alerts.ts'

interface Waiting {
  to: string
  clientName: string
  contractNumber: string
  companyName: string
}

export async function fillOutbox(work: Work, companyId: string) {
  await fillLetters(work, companyId)
  await fillLinks(work, companyId)
}

/** Texts of the last send with residents' own links. */
async function fillLinks(work: Work, companyId: string) {
  const told = await work.tx.sql<{ id: string; phone: string; occupantId: string; at: Date }>`
    select d.id, d.phone, d.occupant_id as "occupantId", d.created_at as at
    from alert_deliveries d
    join alert_sends s on s.company_id = d.company_id and s.id = d.send_id and s.message_id = ${trackingMessage.id}
    where d.company_id = ${companyId} and d.method = 'sms' and d.status = 'delivered'
    order by d.created_at desc, d.id
    limit 12`
  const tokens = await giveTokens(work, companyId, told)
  for (const { id, phone, at } of told) {
    const text = withTracking(trackingMessage.long, trackingLink(work, tokens.get(id) ?? ''))
    await work.tx.sql`insert into outbox (channel, "to", text, created_at) values ('sms', ${phone}, ${text}, ${at})`
  }
}

async function fillLetters({ tx, env, now }: Work, companyId: string) {
  const waiting = await tx.sql<Waiting>`
    select client_email as to, client_name as "clientName", contract_number as "contractNumber", company_name as "companyName"
    from contracts
    where company_id = ${companyId} and status in ('sent', 'consulted') and client_email like '%@exemple.bordee.demo'
    order by id
    limit 6`
  const yesterday = addDays(todayIn(homeZone, now), -1)
  for (const [i, { to, clientName, contractNumber, companyName }] of waiting.entries()) {
    const isReminder = i === 0
    const { subject, text, html } = letter({
      to,
      subject: isReminder
        ? `Rappel\u00a0: votre contrat ${contractNumber} attend votre signature – ${companyName}`
        : `Votre contrat ${contractNumber} – ${companyName}`,
      paragraphs: [
        `Bonjour ${clientName},`,
        isReminder
          ? `Votre contrat nº\u00a0${contractNumber} avec ${companyName} attend toujours votre réponse.`
          : `${companyName} vous propose le contrat nº\u00a0${contractNumber}. Vous pouvez le lire et le signer en ligne.`,
      ],
      action: { label: 'Lire et signer mon contrat', url: new URL('/client/contracts', env.publicUrl).href },
    })
    await tx.sql`
      insert into outbox (channel, "to", subject, text, html, created_at)
      values ('email', ${to}, ${subject}, ${text}, ${html}, ${instantOf(yesterday, `${String(9 + i).padStart(2, '0')}:1${i}`, homeZone)})`
  }
}
