// A client of Déneigement Boréal who owes for a while: notes, and the service suspended until they pay.
import { randomUUID } from 'node:crypto'
import { addDays, homeZone, instantOf, todayIn } from '@bordee/core/time.ts'
import type { Work } from '../engine/ctx.ts'
import { boreal } from './payments.ts'

const writtenBy = 'proprio@bordee.demo'

/** Of the invoice that is late. */
export async function fillCollection({ tx, now }: Work) {
  const today = todayIn(homeZone, now)
  const [late] = await tx.sql<{ clientId: string }>`
    select client_id as "clientId"
    from client_invoices
    where company_id = ${boreal} and status = 'issued' and client_id is not null
    order by due_date, number
    limit 1`
  if (!late) return
  const notes = [
    { daysAgo: 5, text: 'Message laissé dans la boîte vocale\u00a0: la facture est en retard.', followUpOn: addDays(today, -2) },
    { daysAgo: 2, text: 'A promis un virement d’ici la fin de la semaine. Service suspendu d’ici là.', followUpOn: addDays(today, 3) },
  ]
  for (const { daysAgo, text, followUpOn } of notes)
    await tx.sql`
      insert into collection_notes (id, company_id, client_id, text, follow_up_on, written_by, created_at)
      values (${randomUUID()}, ${boreal}, ${late.clientId}, ${text}, ${followUpOn}, ${writtenBy},
              ${instantOf(addDays(today, -daysAgo), '10:20', homeZone)})`
  await tx.sql`
    insert into service_stops (id, company_id, client_id, from_day, stopped_by, created_at)
    values (${randomUUID()}, ${boreal}, ${late.clientId}, ${addDays(today, -1)}, ${writtenBy},
            ${instantOf(addDays(today, -2), '10:25', homeZone)})`
}
