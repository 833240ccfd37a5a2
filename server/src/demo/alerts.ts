// Déneigement Boréal's alerts: its sectors, messages, bank, last winter's storms and the first snow of this winter.
import { modelsFor } from '@bordee/core/messages/message.ts'
import { reasonVariable, trackingVariable } from '@bordee/core/messages/variables.ts'
import { addDays, instantOf, wallClock, homeZone as zone } from '@bordee/core/time.ts'
import type { Work } from '../engine/ctx.ts'
import { demoClientId, idOf, kinds, parts } from './folders.ts'

const messages = [
  ...modelsFor('Déneigement Boréal inc.')
    .slice(0, 4)
    .map(({ id, short, long }) => ({ short, long, model: id as string | null, isActive: true })),
  {
    short: 'Boréal – avant minuit',
    long: 'Déneigement Boréal : nous passons ce soir. Merci de déplacer votre véhicule avant minuit.',
    model: null,
    isActive: true,
  },
  {
    short: 'Boréal – fin de saison',
    long: "Déneigement Boréal : merci pour cette saison, et à l'an prochain!",
    model: null,
    isActive: false,
  },
  {
    short: 'Boréal – où est ma déneigeuse?',
    long: `Déneigement Boréal : opération ce soir. Suivez votre déneigeuse : ${trackingVariable}`,
    model: null,
    isActive: true,
  },
  {
    short: 'Boréal – à reprendre',
    long: `Déneigement Boréal : nous n'avons pas pu finir chez vous (${reasonVariable}). Libérez l'accès et nous repasserons.`,
    model: null,
    isActive: true,
  },
].map((message, i) => ({ id: idOf(kinds.message, i + 1), ...message }))

export const [trackingMessage, redoMessage] = messages.slice(-2) as [(typeof messages)[number], (typeof messages)[number]]

const groups = ['Rive-Nord', 'Rive-Sud'].map((name, i) => ({ id: idOf(kinds.group, i + 1), name }))

/** One around the centre of each part of town. */
const sectors = parts.map(({ name, lat, lng }, i) => ({
  id: idOf(kinds.sector, i + 1),
  name,
  groupId: groups[name === 'Lévis' ? 1 : 0]?.id,
  polygon: Array.from({ length: 8 }, (_, corner) => ({
    lat: round(lat + 0.019 * Math.sin((corner * Math.PI) / 4)),
    lng: round(lng + 0.028 * Math.cos((corner * Math.PI) / 4)),
  })),
}))

/** Snow days last winter, counted from the first of December. */
const storms = [3, 9, 14, 15, 22, 31, 37, 44, 45, 52, 60, 66, 71, 72, 80, 88, 95, 103, 110]
/** Days ago: the eves of the last snowfalls. */
const lately = [20, 12, 5, 2]
/** The second send of the second storm was stopped by hand. */
const isStopped = (storm: number, send: number) => storm === storms.length + 1 && send === 1

export async function fillAlerts({ tx, now }: Work, companyId: string, ownerId: string) {
  await tx.sql`
    insert into messages (id, company_id, short, long, model, is_active)
    select id, ${companyId}, short, long, model, "isActive"
    from jsonb_to_recordset(${JSON.stringify(messages)}::jsonb) as m (id uuid, short text, long text, model uuid, "isActive" boolean)`
  for (const { id, name } of groups) await tx.sql`insert into sector_groups (id, company_id, name) values (${id}, ${companyId}, ${name})`
  await tx.sql`
    insert into sectors (id, company_id, group_id, name, polygon)
    select id, ${companyId}, "groupId", name, polygon
    from jsonb_to_recordset(${JSON.stringify(sectors)}::jsonb) as s (id uuid, "groupId" uuid, name text, polygon jsonb)`
  await tx.sql`update routes set message_id = ${messages[0]?.id} where company_id = ${companyId} and has_alerts`
  const today = wallClock(now, zone).date
  const december = lastWinter(today)
  const days = [...storms.map((day) => addDays(december, day)), ...lately.map((ago) => addDays(today, -ago))]
  await fillHistory(tx, companyId, ownerId, days)
  await tellDemoClient(tx, companyId)
  await payHistory(tx, companyId)
  await fillBank(tx, companyId, today)
}

/** A lot bought at the start of each month paid for it, to the last alert: the ledger adds up. */
async function payHistory(tx: Work['tx'], companyId: string) {
  const months = await tx.sql<{ month: string; spent: number }>`
    select to_char(created_at at time zone ${zone}, 'YYYY-MM-01') as month, count(*)::int as spent
    from alert_deliveries
    where company_id = ${companyId} and paid_from = 'bank'
    group by 1
    order by 1`
  for (const [i, { month, spent }] of months.entries()) {
    const lotId = idOf(kinds.lot, 3 + i)
    const boughtAt = instantOf(month, '09:00', zone)
    await tx.sql`
      insert into alert_lots (id, company_id, amount, remaining, created_at)
      values (${lotId}, ${companyId}, ${spent}, 0, ${boughtAt})`
    await tx.sql`
      insert into alert_ledger (company_id, lot_id, amount, reason, created_at)
      values (${companyId}, ${lotId}, ${spent}, 'lot', ${boughtAt})`
    await tx.sql`
      update alert_deliveries
      set lot_id = ${lotId}
      where company_id = ${companyId} and paid_from = 'bank' and to_char(created_at at time zone ${zone}, 'YYYY-MM-01') = ${month}`
  }
  await tx.sql`
    insert into alert_ledger (company_id, lot_id, send_id, amount, reason, created_at)
    select s.company_id, d.lot_id, s.id, -count(*), 'send', s.created_at
    from alert_sends s
    join alert_deliveries d on d.company_id = s.company_id and d.send_id = s.id
    where s.company_id = ${companyId} and d.paid_from = 'bank'
    group by s.company_id, s.id, d.lot_id`
}

export const spentFirst = idOf(kinds.lot, 1)

/** Bought since the last storm, which found the bank empty. */
async function fillBank(tx: Work['tx'], companyId: string, today: string) {
  const boughtAt = instantOf(addDays(today, -2), '21:00', zone)
  const lots = [
    { id: spentFirst, amount: 2500, expiresOn: addDays(today, 120) },
    { id: idOf(kinds.lot, 2), amount: 5000, expiresOn: null },
  ]
  for (const { id, amount, expiresOn } of lots) {
    await tx.sql`
      insert into alert_lots (id, company_id, amount, remaining, expires_on, created_at)
      values (${id}, ${companyId}, ${amount}, ${amount}, ${expiresOn}, ${boughtAt})`
    await tx.sql`
      insert into alert_ledger (company_id, lot_id, amount, reason, created_at)
      values (${companyId}, ${id}, ${amount}, 'lot', ${boughtAt})`
  }
}

/** For each storm, alerts everyone in two or three sectors, late in the afternoon. */
async function fillHistory(tx: Work['tx'], companyId: string, ownerId: string, days: readonly string[]) {
  let n = 0
  for (const [i, day] of days.entries()) {
    for (const [k, step] of [0, 2, 4].slice(0, 2 + (i % 2)).entries()) {
      const sector = sectors[(i + step) % sectors.length]
      const message = i === days.length - 1 ? trackingMessage : messages[i % 4]
      if (!sector || !message) continue
      const id = idOf(kinds.send, ++n)
      const at = instantOf(day, `${16 + (i % 4)}:${String((n * 7) % 60).padStart(2, '0')}`, zone)
      await tx.sql`
        insert into alert_sends (id, company_id, target, target_name, message_id, message,
                                 sent_by, sent_by_name, expected, created_at, stopped_at)
        select ${id}, ${companyId}, ${`sector:${sector.id}`}, ${sector.name}, ${message.id}, ${message.long},
               ${ownerId}, 'Paule Tremblay', count(*), ${at},
               case when ${isStopped(i, k)} then ${at}::timestamptz + interval '2 minutes' end
        from occupants o
        join sector_members m on m.company_id = o.company_id and m.site_id = o.site_id
        where o.company_id = ${companyId} and m.sector_id = ${sector.id}`
      await tx.sql`
        insert into alert_deliveries (company_id, send_id, occupant_id, site_id, client_id,
                                      method, phone, first_name, last_name, site_name, client_name,
                                      status, reason, detail, paid_from, price, provider, attempts, accepted_at, created_at)
        select ${companyId}, ${id}, o.id, s.id, c.id,
               o.alert_method, o.phone, o.first_name, o.last_name, s.name, c.name,
               case when left_out is not null then 'cancelled' when is_failed then 'failed' else 'delivered' end,
               coalesce(left_out, case when is_failed then 'other' end),
               case when left_out = 'other' then 'stopped' end,
               case when left_out is null and not is_failed then 'bank' end,
               case when left_out is null then 10 else 0 end,
               'journal',
               case when left_out is null then 1 else 0 end,
               case when left_out is null then ${at}::timestamptz + interval '4 seconds' end,
               ${at}
        from occupants o
        join sites s on s.company_id = o.company_id and s.id = o.site_id
        join clients c on c.company_id = s.company_id and c.id = s.client_id
        join sector_members m on m.company_id = s.company_id and m.site_id = s.id
        join site_states t on t.company_id = s.company_id and t.site_id = s.id
        left join unsubscribed_phones u on u.company_id = o.company_id and u.phone = o.phone
        cross join lateral (
          select hashtext(o.phone || ${id}) % 25 = 0 as is_failed,
                 case
                   when t.status = 'inactive' then 'inactive_site'
                   when u.phone is not null then 'unsubscribed'
                   when ${isStopped(i, k)} and hashtext(o.phone) % 3 = 0 then 'other'
                 end as left_out) r
        where o.company_id = ${companyId} and m.sector_id = ${sector.id}`
    }
  }
}

/** The demo's client lives just outside the sectors but gets Lévis's alerts, so that her portal has some to show. */
async function tellDemoClient(tx: Work['tx'], companyId: string) {
  await tx.sql`
    with told as (
      insert into alert_deliveries (company_id, send_id, occupant_id, site_id, client_id,
                                    method, phone, first_name, last_name, site_name, client_name,
                                    status, paid_from, price, provider, attempts, accepted_at, created_at)
      select ${companyId}, a.id, o.id, s.id, c.id,
             o.alert_method, o.phone, o.first_name, o.last_name, s.name, c.name,
             'delivered', 'bank', 10, 'journal', 1, a.created_at + interval '4 seconds', a.created_at
      from alert_sends a
      join clients c on c.company_id = a.company_id and c.id = ${demoClientId}
      join sites s on s.company_id = c.company_id and s.client_id = c.id
      join occupants o on o.company_id = s.company_id and o.site_id = s.id
      where a.company_id = ${companyId} and a.target = ${`sector:${sectors[0]?.id}`}
      returning send_id)
    update alert_sends
    set expected = expected + n.count
    from (select send_id, count(*)::int as count from told group by send_id) n
    where id = n.send_id`
}

/** The first of December of the last winter before this day. */
export function lastWinter(today: string): string {
  const [year = '2026', month = '01'] = today.split('-')
  return `${Number(year) - (Number(month) > 4 ? 1 : 2)}-12-01`
}

function round(degrees: number) {
  return Math.round(degrees * 1e6) / 1e6
}
