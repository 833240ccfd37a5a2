import type { bankCalls } from '@bordee/core/bank/bank.calls.ts'
import { type Lot, shortestLife } from '@bordee/core/bank/bank.ts'
import { invalid, notFound } from '@bordee/core/problem.ts'
import { addDays } from '@bordee/core/time.ts'
import { setAlertCap } from '../companies/company-payments.ts'
import { lockCompany, scopeToCompany } from '../companies/company-settings.ts'
import { audit } from '../engine/audit.ts'
import { type Ctx, companyOf, type Handlers } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { insert } from '../engine/db/writing.ts'
import { lotRows, refuseOverflow, today, totalOf } from './lots.ts'
import { billedThisMonth } from './spending.ts'

export const bankHandlers: Handlers<typeof bankCalls> = {
  getBankTotal: (ctx) => totalOf(ctx, companyOf(ctx)),

  async getCompanyBankTotal(ctx, { companyId }) {
    await scopeToCompany(ctx, companyId)
    return totalOf(ctx, companyId)
  },

  async listLots(ctx, { companyId }) {
    await scopeToCompany(ctx, companyId)
    return ctx.tx.jsonList(sql<{ json: Lot }>`${lotRows} where company_id = ${companyId} order by expires_on nulls last, created_at, id`)
  },

  async addLot(ctx, { companyId, transaction: { amount, expiresAt = null } }) {
    await lockBank(ctx, companyId)
    const earliest = addDays(await today(ctx, companyId), shortestLife)
    if (expiresAt && expiresAt < earliest)
      throw invalid({ transaction: { expiresAt: `La date d’expiration doit être dans au moins ${shortestLife} jours.` } })
    await refuseOverflow(ctx, companyId, amount)
    const lotId = await insert(ctx.tx, 'alert_lots', { companyId, amount, remaining: amount, expiresOn: expiresAt })
    await write(ctx, companyId, { lotId, amount, reason: 'lot' })
    const made = await ctx.tx.jsonOne(sql<{ json: Lot }>`${lotRows} where id = ${lotId}`)
    if (!made) throw new Error('no lot')
    return made
  },

  async adjustBank(ctx, { companyId, amount: wanted }) {
    await lockBank(ctx, companyId)
    const { amount } = await totalOf(ctx, companyId)
    if (wanted > amount) {
      const more = wanted - amount
      await refuseOverflow(ctx, companyId, more)
      const lotId = await insert(ctx.tx, 'alert_lots', { companyId, amount: more, remaining: more })
      await write(ctx, companyId, { lotId, amount: more, reason: 'adjustment' })
    }
    if (wanted < amount) {
      for (const { lotId, removed } of await removeAlerts(ctx, companyId, amount - wanted))
        await write(ctx, companyId, { lotId, amount: -removed, reason: 'adjustment' })
    }
    return totalOf(ctx, companyId)
  },

  async getCompanyBilling(ctx, { companyId }) {
    await scopeToCompany(ctx, companyId)
    return billingOf(ctx, companyId)
  },

  async setMonthlyCap(ctx, { companyId, monthlyCap }) {
    await lockBank(ctx, companyId) // the lock every send takes: it sees the old cap or the new one
    const { monthlyCap: before } = await billingOf(ctx, companyId)
    if (monthlyCap !== before) {
      await setAlertCap(ctx, companyId, monthlyCap)
      await audit(ctx, 'bank-cap', { before, after: monthlyCap }, companyId)
    }
    return billingOf(ctx, companyId)
  },
}

/** Locks this company's bank until the request ends: of two movements at once, the second sees the first. */
async function lockBank(ctx: Ctx, companyId: string) {
  await scopeToCompany(ctx, companyId)
  await lockCompany(ctx, companyId)
}

async function billingOf(ctx: Ctx, companyId: string) {
  const [company] = await ctx.tx.sql<{ timeZone: string; monthlyCap: number }>`
    select time_zone as "timeZone", alert_monthly_cap as "monthlyCap" from companies where id = ${companyId}`
  if (!company) throw notFound('Compagnie')
  const { timeZone, monthlyCap } = company
  return { monthlyCap, billedThisMonth: await billedThisMonth(ctx, { id: companyId, timeZone }) }
}

/** Takes from the lots that would be spent last: a correction must not hasten what expires. Returns each lot's loss. */
async function removeAlerts(ctx: Ctx, companyId: string, amount: number) {
  const day = await today(ctx, companyId)
  // By id, as sending and refunding lock them: two orders would deadlock.
  await ctx.tx.sql`select from alert_lots where company_id = ${companyId} order by id for update`
  return ctx.tx.sql<{ lotId: string; removed: number }>`
    with lots as (
      select id, remaining, sum(remaining) over (order by expires_on desc nulls first, created_at desc, id desc) as upto
      from alert_lots
      where company_id = ${companyId} and remaining > 0 and (expires_on is null or expires_on >= ${day}))
    update alert_lots l
    set remaining = l.remaining - least(l.remaining, greatest(0, ${amount} - (lots.upto - lots.remaining)))
    from lots
    where lots.id = l.id and lots.upto - lots.remaining < ${amount}
    returning l.id as "lotId", (lots.remaining - l.remaining)::int as removed`
}

async function write(
  ctx: Ctx,
  companyId: string,
  { lotId, amount, reason }: { lotId: string | null; amount: number; reason: 'lot' | 'adjustment' },
) {
  await ctx.tx.sql`
    insert into alert_ledger (company_id, lot_id, amount, reason, account_id)
    values (${companyId}, ${lotId}, ${amount}, ${reason}, ${ctx.actor.accountId})`
  await audit(ctx, `bank-${reason}`, { amount }, companyId)
}
