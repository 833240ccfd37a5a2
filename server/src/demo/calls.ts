// The calls of the last days: a complaint, a damage, a question and an unknown number.
import type { PhoneCallKind } from '@bordee/core/callers/phone-call.ts'
import type { Work } from '../engine/ctx.ts'
import { demoClientId } from './folders.ts'

interface DemoCall {
  kind: PhoneCallKind
  /** Which client by name, or the demo's own. */
  client: number | 'own' | null
  hoursAgo: number
  text: string
}

const calls: DemoCall[] = [
  {
    kind: 'complaint',
    client: 'own',
    hoursAgo: 28,
    text: 'L’andain est resté devant l’entrée après le deuxième passage. Elle veut qu’on la rappelle.',
  },
  { kind: 'noted', client: 'own', hoursAgo: 27, text: 'Rappelée\u00a0: l’opérateur repassera à la fin de sa tournée.' },
  { kind: 'damage', client: 12, hoursAgo: 52, text: 'Coin de la haie de cèdres écrasé. Photos à venir par courriel.' },
  { kind: 'noted', client: 31, hoursAgo: 30, text: 'Demande quand son entrée sera faite. Répondu\u00a0: avant 7\u00a0h.' },
  {
    kind: 'noted',
    client: null,
    hoursAgo: 49,
    text: 'Cherche une compagnie pour une entrée double, rue des Érables. Lui envoyer le lien du formulaire.',
  },
]

export async function fillCalls({ tx, now }: Work, companyId: string) {
  for (const { kind, client, hoursAgo, text } of calls) {
    const at = new Date(now.getTime() - hoursAgo * 3_600_000)
    await tx.sql`
      insert into phone_calls (company_id, client_id, site_id, phone, kind, text, at, account_id, user_name)
      select ${companyId}, c.id, c.site_id, coalesce(c.phone, '4185550186'), ${kind}, ${text}, ${at}, a.id,
             a.first_name || ' ' || a.last_name
      from accounts a
      left join lateral (
        select c.id, c.phone,
               (select s.id from sites s where s.company_id = c.company_id and s.client_id = c.id order by s.id limit 1) as site_id
        from clients c
        where c.company_id = ${companyId} and c.type = 'residential' and (${client !== 'own'} or c.id = ${demoClientId})
        order by c.name, c.id
        offset ${typeof client === 'number' ? client : 0}
        limit 1) c on ${client !== null}
      where a.email = 'repartition@bordee.demo'`
  }
}
