// Warns owners, in the morning of the company's time zone, when the bank wouldn't cover one send to everybody, and a
// week before alerts expire.

import { expiryNotice, expiryText, isLow, lowBankText } from '@bordee/core/bank/warnings.ts'
import { type BankDay, beginBankDay, setBankLow } from '../companies/company-days.ts'
import type { Work } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'
import { worker } from '../engine/jobs/jobs.ts'
import { mailLater } from '../engine/jobs/mail.jobs.ts'
import { ownerEmails } from '../identity/owners.ts'
import { bankCoverage } from './coverage.ts'

interface OfCompany {
  companyId: string
}

/** Also when a server starts, to catch up on a morning it was down. */
const clock = jobKind<object>('bank.clock', { cron: '*/10 * * * *', atStart: true })
const watch = jobKind<OfCompany>('bank.watch', { onePer: ({ companyId }) => companyId })

const morning = '09:00'

/** The companies whose morning has come. A bank that was never filled isn't watched: that company pays by invoice. */
export async function enqueueDueCompanies(work: Work) {
  await work.tx.scope({ platform: true })
  const due = await work.tx.sql<{ companyId: string }>`
    with clocks as (
      select c.id, c.bank_told_on, (${work.now}::timestamptz at time zone c.time_zone) as wall
      from companies c
      where c.alert_is_active and c.is_active and c.archived_at is null
        and exists (select from alert_lots l where l.company_id = c.id))
    select id as "companyId"
    from clocks
    where (bank_told_on is null or bank_told_on < wall::date) and wall::time >= ${morning}::time
    order by id`
  for (const company of due) await work.later(watch, company)
}

/** Locks the company until the job ends: a second server finds the day done. */
export async function watchBank(work: Work, { companyId }: OfCompany) {
  await work.tx.scope({ companies: [companyId] })
  const company = await beginBankDay(work, companyId)
  if (!company) return
  const news = [...(await lowBank(work, companyId, company)), ...(await expiringLots(work, companyId, company))]
  if (news.length === 0) return
  for (const to of await ownerEmails(work, companyId))
    await mailLater(work, {
      to,
      subject: `La banque d’alertes de ${company.name}`,
      paragraphs: ['Bonjour,', ...news],
      action: { label: 'Voir la banque d’alertes', url: `${work.env.publicUrl}/dashboard/company/billing` },
    })
}

async function lowBank(work: Work, companyId: string, { day, isBankLow }: BankDay): Promise<string[]> {
  const bank = await work.tx.row(bankCoverage(companyId, sql`${day}::date`))
  if (!bank) return []
  const isLowNow = isLow(bank.amount, bank.everybody)
  if (isLowNow !== isBankLow) await setBankLow(work, companyId, isLowNow)
  return isLowNow && !isBankLow ? [lowBankText(bank.amount, bank.everybody)] : []
}

async function expiringLots({ tx, now }: Work, companyId: string, { day }: BankDay): Promise<string[]> {
  const lots = await tx.sql<{ remaining: number; expiresOn: string }>`
    update alert_lots
    set expiry_told_at = ${now}
    where company_id = ${companyId} and remaining > 0 and expiry_told_at is null
      and expires_on between ${day}::date and ${day}::date + ${expiryNotice}::int
    returning remaining, expires_on::text as "expiresOn"`
  return lots.toSorted((a, b) => a.expiresOn.localeCompare(b.expiresOn)).map(expiryText)
}

export const bankWorkers = [worker(clock, enqueueDueCompanies), worker(watch, watchBank)]
