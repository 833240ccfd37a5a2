// What Boréal’s residents wrote back: three texts that nobody has read, a car that was moved tonight, and a conversation.
import type { CrewAnswer } from '@bordee/core/replies/crew-answer.ts'
import { homeZone, wallClock } from '@bordee/core/time.ts'
import type { Work } from '../engine/ctx.ts'
import { noteMovedCar } from '../replies/moved-cars.ts'
import { drivers, minute, silentDriver, truckOf } from './trucks.ts'

interface DemoReply {
  /** Which of the occupants who were alerted lately, by phone; null for an unknown number. */
  occupant: number | null
  minutesAgo: number
  text: string
  answer?: { text: string; minutesAgo: number }
}

const replies: DemoReply[] = [
  { occupant: 3, minutesAgo: 14, text: 'Bonjour, le tas de neige bloque encore la porte du garage, pouvez-vous revenir svp?' },
  { occupant: 9, minutesAgo: 31, text: 'À quelle heure vous passez chez nous? Je dois partir à 6h30' },
  { occupant: null, minutesAgo: 52, text: 'Allo faites-vous le déneigement sur la rue Cartier? J’aimerais avoir un prix' },
  {
    occupant: 15,
    minutesAgo: 3000,
    text: 'Ma boîte aux lettres est enterrée, le facteur passe à midi',
    answer: { text: 'Bonjour! Notre opérateur la dégage avant 10 h. Merci!', minutesAgo: 2988 },
  },
  { occupant: 15, minutesAgo: 2985, text: 'Merci beaucoup, bonne journée!' },
]

const unknownPhone = '4185550197'

interface Called {
  email: string
  phone: string
  route: string
  unit: string | null
  answer: CrewAnswer | null
  afterMinutes: number
}

/** Called before the trucks left. The first two are on the road. */
const crew: Called[] = [
  ...drivers.map((driver, i) => ({
    email: driver.email,
    ...truckOf(driver),
    route: i === 0 ? 'Beauport' : 'Charlesbourg',
    answer: 'confirmed' as const,
    afterMinutes: 3 + 4 * i,
  })),
  { email: 'repartition@bordee.demo', phone: '4185550122', route: 'Limoilou', unit: null, answer: 'refused', afterMinutes: 11 },
  { email: 'equipe@bordee.demo', phone: '4185550105', route: 'Lévis', unit: '12', answer: null, afterMinutes: 0 },
]

/** The phones at which employees are called to work. */
async function fillPhones({ tx }: Work, companyId: string) {
  const phones = [...crew, { email: silentDriver.email, phone: truckOf(silentDriver).phone }]
  await tx.sql`
    update accesses x
    set phone = p.phone
    from jsonb_to_recordset(${JSON.stringify(phones)}::jsonb) p (email text, phone text)
    join accounts a on a.email = p.email
    where x.company_id = ${companyId} and x.account_id = a.id and x.phone is null`
}

export async function fillReplies(work: Work, companyId: string) {
  const { tx, now } = work
  await fillPhones(work, companyId)
  const ago = (minutes: number) => new Date(now.getTime() - minutes * minute)
  for (const { occupant, minutesAgo, text, answer } of replies) {
    const isAnswered = minutesAgo > 1000
    const [reply] = await tx.sql<{ id: string }>`
      insert into replies (company_id, kind, source, phone, text, client_id, site_id, occupant_id, operation_id, at, read_at)
      select ${companyId}, 'text', 'text', coalesce(o.phone, ${unknownPhone}), ${text}, s.client_id, s.id, o.id, o.operation_id,
             ${ago(minutesAgo)}, ${isAnswered ? ago(minutesAgo - 2) : null}
      from (values (1)) one (row)
      left join lateral (
        select o.id, o.phone, o.site_id, d.operation_id
        from (
          select distinct on (d.phone) d.phone, d.occupant_id, a.operation_id
          from alert_deliveries d
          join alert_sends a on a.company_id = d.company_id and a.id = d.send_id
          where d.company_id = ${companyId} and d.status = 'delivered' and d.method = 'sms'
          order by d.phone, d.created_at desc) d
        join occupants o on o.company_id = ${companyId} and o.id = d.occupant_id and o.first_name is not null
        order by d.phone
        offset ${occupant ?? 0}
        limit 1) o on ${occupant !== null}
      left join sites s on s.company_id = ${companyId} and s.id = o.site_id
      returning id`
    if (reply && answer)
      await tx.sql`
        insert into reply_answers (company_id, reply_id, request_key, text, at, account_id, user_name)
        select ${companyId}, ${reply.id}, 'demo', ${answer.text}, ${ago(answer.minutesAgo)}, a.id, a.first_name || ' ' || a.last_name
        from accounts a
        where a.email = 'repartition@bordee.demo'`
  }
}

/** Tonight: the crew was called before the trucks left, and someone on the way has moved their car. */
export async function fillNightReplies(work: Work, companyId: string, operationId: string) {
  await fillPhones(work, companyId)
  await fillCrewCall(work, companyId, operationId)
  await fillMovedCar(work, companyId, operationId)
}

const calledMinutesAgo = 65

async function fillCrewCall({ tx, now }: Work, companyId: string, operationId: string) {
  const at = new Date(now.getTime() - calledMinutesAgo * minute)
  const leavesAt = wallClock(new Date(now.getTime() - 20 * minute), homeZone).time
  const people = crew.map(({ afterMinutes, ...one }) => ({
    ...one,
    answeredAt: one.answer && new Date(at.getTime() + afterMinutes * minute),
  }))
  await tx.sql`
    with called as (
      insert into crew_calls (company_id, operation_id, request_key, leaves_at, at, account_id, user_name)
      select ${companyId}, ${operationId}, ${`demo ${operationId}`}, ${leavesAt}, ${at}, a.id, a.first_name || ' ' || a.last_name
      from accounts a
      where a.email = 'proprio@bordee.demo'
      returning id)
    insert into crew_call_people (company_id, crew_call_id, route_id, access_id, name, phone, unit, answer, answered_at)
    select ${companyId}, called.id, r.id, x.id, a.first_name || ' ' || a.last_name, p.phone, p.unit, p.answer, p."answeredAt"
    from called
    cross join jsonb_to_recordset(${JSON.stringify(people)}::jsonb) p (
      email text, phone text, route text, unit text, answer text, "answeredAt" timestamptz)
    join accounts a on a.email = p.email
    join accesses x on x.company_id = ${companyId} and x.account_id = a.id
    join routes r on r.company_id = ${companyId} and r.name = p.route`
}

/** At the last stops of a truck on the road, so that it hasn't been there yet. */
async function fillMovedCar(work: Work, companyId: string, operationId: string) {
  const at = new Date(work.now.getTime() - 4 * minute)
  const [told] = await work.tx.sql<{ siteId: string; clientId: string; occupantId: string; phone: string }>`
    select s.site_id as "siteId", t.client_id as "clientId", o.id as "occupantId", o.phone
    from runs r
    join run_sites s on s.company_id = r.company_id and s.run_id = r.id and s.state = 'todo'
    join sites t on t.company_id = s.company_id and t.id = s.site_id
    join occupants o on o.company_id = t.company_id and o.site_id = t.id and o.alert_method = 'sms'
    where r.company_id = ${companyId} and r.operation_id = ${operationId} and r.finished_at is null
    order by r.started_at desc, r.id, s.sort_order desc, o.id
    offset 8
    limit 1`
  if (!told) return
  const { siteId, clientId, occupantId, phone } = told
  await work.tx.sql`
    insert into replies (company_id, kind, source, phone, text, client_id, site_id, occupant_id, operation_id, at, read_at)
    values (${companyId}, 'moved', 'text', ${phone}, 'Parti', ${clientId}, ${siteId}, ${occupantId}, ${operationId}, ${at}, ${at})`
  await noteMovedCar(work, { companyId, siteId, occupantId, source: 'text', at })
}
