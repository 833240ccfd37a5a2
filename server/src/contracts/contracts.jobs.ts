// Scheduled by each company's calendar: instalments fall due, reminders go out, old signed contracts are deleted.

import { keptAfterEnd, signedStates } from '@bordee/core/contracts/contract-life.ts'
import { dueReminder, paymentDays, signatureDays } from '@bordee/core/contracts/reminders.ts'
import { homeZone } from '@bordee/core/time.ts'
import { markDay } from '../companies/company-days.ts'
import type { Work } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { inStates } from '../engine/db/states.ts'
import type { About } from '../engine/documents/letters.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'
import { worker } from '../engine/jobs/jobs.ts'
import { because } from '../records/records.ts'
import { noteMails } from './contract-mails.ts'
import { addHistory, followMoney } from './contract-moves.ts'
import { mailContract, mailPaymentReminder } from './contracts.letters.ts'
import { type Held, heldContracts } from './contracts.queries.ts'

interface OfCompany {
  companyId: string
}

const ofCompany = { onePer: ({ companyId }: OfCompany) => companyId }
const statuses = jobKind<OfCompany>('contracts.statuses', ofCompany)
const reminders = jobKind<OfCompany>('contracts.reminders', ofCompany)
/** Also when a server starts, to catch up on a night it was down. */
const clock = jobKind<object>('contracts.clock', { cron: '*/10 * * * *', atStart: true })
const purge = jobKind<object>('contracts.purge', { cron: '45 3 * * *' })

/** When reminders go out, on the company's clock. */
const morning = '09:00'

/** The companies whose day has begun, or whose morning has come, since the last look. */
export async function enqueueDueCompanies(work: Work) {
  await work.tx.scope({ platform: true })
  const due = await work.tx.sql<{ id: string; hasNewDay: boolean; hasMorning: boolean }>`
    with clocks as (
      select c.*, (${work.now}::timestamptz at time zone c.time_zone) as wall
      from companies c
      where c.contract_is_active and c.is_active and c.archived_at is null)
    select id,
           contract_statuses_on is null or contract_statuses_on < wall::date as "hasNewDay",
           (contract_reminders_on is null or contract_reminders_on < wall::date) and wall::time >= ${morning}::time as "hasMorning"
    from clocks
    where contract_statuses_on is null or contract_statuses_on < wall::date
      or contract_reminders_on is null or contract_reminders_on < wall::date
    order by id`
  for (const { id: companyId, hasNewDay, hasMorning } of due) {
    if (hasNewDay) await work.later(statuses, { companyId })
    if (hasMorning) await work.later(reminders, { companyId })
  }
}

/** Locks the company until the job ends: a second server finds the day done. Null if there is nothing left to do. */
async function beginDay(work: Work, companyId: string, mark: 'contract_statuses_on' | 'contract_reminders_on') {
  await work.tx.scope({ companies: [companyId] })
  const [company] = await work.tx.sql<{ timeZone: string; day: string; before: string | null; signatures: boolean; payments: boolean }>`
    select c.time_zone as "timeZone",
           (${work.now}::timestamptz at time zone c.time_zone)::date::text as day,
           ${sql.ref(`c.${mark}`)}::text as before,
           c.contract_is_signature_reminder_active as signatures,
           c.contract_is_payment_reminder_active as payments
    from companies c
    where c.id = ${companyId} and c.contract_is_active and c.is_active and c.archived_at is null
    for no key update`
  if (!company || (company.before !== null && company.before >= company.day)) return null
  await markDay(work, companyId, mark, company.day)
  return company
}

/** Only contracts a new day can change: an instalment is past its date, or a payment's date has come. */
export async function followTheDay(work: Work, { companyId }: OfCompany) {
  const company = await beginDay(work, companyId, 'contract_statuses_on')
  if (!company) return
  const rows = await work.tx.sql<{ id: string }>`
    select k.id
    from contracts k
    where k.company_id = ${companyId} and k.status in ${inStates(signedStates)} and (
      k.status = 'accepted' and exists (
        select from contract_instalments i
        where i.company_id = k.company_id and i.contract_id = k.id
          and due_date(i.payment_date, k.signed_at, ${company.timeZone}) < ${company.day}::date)
      or exists (
        select from contract_payments p
        where p.company_id = k.company_id and p.contract_id = k.id and p.deleted_at is null and p.paid_at <= ${company.day}::date
          and (${company.before}::date is null or p.paid_at > ${company.before}::date)))
    order by k.id
    for update`
  for (let from = 0; from < rows.length; from += chunk) {
    const ids = rows.slice(from, from + chunk).map(({ id }) => id)
    await followMoney(work, await heldContracts(work, ids))
  }
}
const chunk = 200

export async function sendReminders(work: Work, { companyId }: OfCompany) {
  const company = await beginDay(work, companyId, 'contract_reminders_on')
  if (!company) return
  if (company.signatures) await remindOfSignatures(work, companyId, company.day)
  if (company.payments) await remindOfPayments(work, companyId, company)
}

interface Reminded {
  id: string
  passed: number
  /** What the days are counted from: an e-mail, or an instalment. */
  anchor: string
  sent: number[]
}

/** Days of the reminders already sent, stored as `<anchor>:<days>`. */
const sentDays = (kind: 'signature' | 'payment', anchor: ReturnType<typeof sql>) => sql`coalesce((
  select array_agg(split_part(r.step, ':', 2)::int)
  from contract_mails r
  where r.company_id = k.company_id and r.contract_id = k.id and r.kind = ${sql.lit(kind)} and r.step like ${anchor}::text || ':%'), '{}')`

/** Counted from the last e-mail: a contract that was never e-mailed gets no reminder. */
async function remindOfSignatures(work: Work, companyId: string, day: string) {
  const waiting = await work.tx.sql<Reminded>`
    select k.id,
           m.id as anchor,
           ${day}::date - (m.created_at at time zone c.time_zone)::date as passed,
           ${sentDays('signature', sql`m.id`)} as sent
    from contracts k
    join companies c on c.id = k.company_id
    join lateral (
      select m.id, m.created_at from contract_mails m
      where m.company_id = k.company_id and m.contract_id = k.id and m.kind = 'contract'
      order by m.created_at desc, m.id desc limit 1) m on true
    where k.company_id = ${companyId} and k.status in ('sent', 'printed', 'consulted')
      and k.client_email is not null and k.end_at >= ${day}::date
      and (m.created_at at time zone c.time_zone)::date > ${day}::date - 30
    order by k.id
    for update of k`
  await remind(work, waiting, {
    kind: 'signature',
    days: signatureDays,
    isOpen: () => true,
    mail: ({ held, to, about }) => mailContract(work, held, to, about, { isReminder: true }),
  })
}

async function remindOfPayments(work: Work, companyId: string, { day, timeZone }: { day: string; timeZone: string }) {
  const dueDate = sql`due_date(i.payment_date, k.signed_at, ${timeZone})`
  const owing = await work.tx.sql<Reminded>`
    select k.id, i.id as anchor, ${day}::date - ${dueDate} as passed, ${sentDays('payment', sql`i.id`)} as sent
    from contracts k
    join contract_instalments i on i.company_id = k.company_id and i.contract_id = k.id
    where k.company_id = ${companyId} and k.status in ('accepted', 'unpaid') and k.client_email is not null
      and ${dueDate} between ${day}::date - 30 and ${day}::date + 7
    order by k.id, i.payment_date
    for update of k`
  const leftOf = (held: Held, anchors: readonly string[]) =>
    held.paymentShedules.filter(({ id, amountLeft }) => anchors.includes(id) && amountLeft > 0)
  await remind(work, owing, {
    kind: 'payment',
    days: paymentDays,
    isOpen: (held, anchor) => leftOf(held, [anchor]).length > 0,
    mail: ({ held, to, about }, anchors) => mailPaymentReminder(work, held, to, about, leftOf(held, anchors)),
  })
}

interface Reminder {
  kind: 'signature' | 'payment'
  days: readonly number[]
  /** Whether there is still something to remind of. */
  isOpen(held: Held, anchor: string): boolean
  mail(noted: { held: Held; to: string; about: About }, anchors: readonly string[]): Promise<void>
}

/** One letter per contract, whatever is due. */
async function remind(work: Work, rows: readonly Reminded[], { kind, days, isOpen, mail }: Reminder) {
  const due = rows.flatMap((row) => {
    const day = dueReminder(days, row.passed, row.sent)
    return day === undefined ? [] : [{ ...row, day }]
  })
  const byContract = Map.groupBy(due, ({ id }) => id)
  for (const held of await heldContracts(work, [...byContract.keys()])) {
    const to = held.clientEmail === held.folderEmail ? held.clientEmail : null // the reader of any other address would be turned away
    const own = (byContract.get(held.id) ?? []).filter(({ anchor }) => isOpen(held, anchor))
    if (!to || own.length === 0) continue
    const [noted] = await noteMails(
      work,
      own.map(({ anchor, day }) => ({ held, kind, step: `${anchor}:${day}`, to })),
    )
    if (!noted) continue
    await mail(
      noted,
      own.map(({ anchor }) => anchor),
    )
    await addHistory(work, `${kind}Reminder`, [{ ...held, detail: to }])
  }
}

/**
 * Deletes signed contracts seven years after their end, even if their company is gone, unless a claim holds them, and the answers to
 * presses
 * after thirty days: a press is only repeated within minutes.
 */
export async function purgeContracts(work: Work) {
  const { tx, now } = work
  const zone = sql`coalesce((select c.time_zone from companies c where c.id = company_id), ${sql.lit(homeZone)})`
  const isHeld = sql`exists (
    select from site_holds h
    where h.company_id = contracts.company_id and h.site_id = contracts.site_id
      and contracts.end_at >= h.from_day and contracts.start_at <= h.to_day)`
  const isOver = sql`end_at < (${now}::timestamptz at time zone ${zone})::date - make_interval(years => ${keptAfterEnd})`
  const isOld = sql`signed_at is not null and ${isOver} and not ${isHeld}`
  const isForgotten = sql`created_at < ${now}::timestamptz - interval '30 days'`
  await because(work, 'retention')
  await tx.scope({ platform: true })
  const old = await tx.sql<{ companyId: string }>`
    select company_id as "companyId" from contracts where ${isOld}
    union
    select company_id from contract_sends where ${isForgotten}`
  for (const { companyId } of old) {
    await tx.scope({ companies: [companyId] })
    await tx.sql`delete from contracts where company_id = ${companyId} and ${isOld}`
    await tx.sql`delete from contract_sends where company_id = ${companyId} and ${isForgotten}`
  }
}

export const contractWorkers = [
  worker(clock, enqueueDueCompanies),
  worker(statuses, followTheDay),
  worker(reminders, sendReminders),
  worker(purge, purgeContracts),
]
