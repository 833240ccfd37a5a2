// What the embedded mail provider accepted yesterday: contracts to read, and a reminder.
import { addDays, homeZone, instantOf, todayIn } from '@bordee/core/time.ts'
import type { Work } from '../engine/ctx.ts'
import { letter } from '../engine/documents/letters.ts'

interface Waiting {
  to: string
  clientName: string
  contractNumber: string
  companyName: string
}

export async function fillOutbox({ tx, env, now }: Work, companyId: string) {
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
          ? `Votre contrat n°\u00a0${contractNumber} avec ${companyName} attend toujours votre réponse.`
          : `${companyName} vous propose le contrat n°\u00a0${contractNumber}. Vous pouvez le lire et le signer en ligne.`,
      ],
      action: { label: 'Lire et signer mon contrat', url: new URL('/client/contracts', env.publicUrl).href },
    })
    await tx.sql`
      insert into outbox (channel, "to", subject, text, html, created_at)
      values ('email', ${to}, ${subject}, ${text}, ${html}, ${instantOf(yesterday, `${String(9 + i).padStart(2, '0')}:1${i}`, homeZone)})`
  }
}
