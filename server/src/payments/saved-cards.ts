// A company's saved cards, as we know them.
import type { PaymentMethod } from '@bordee/core/payments/card.ts'
import { conflict } from '@bordee/core/problem.ts'
import { collectOpenLater } from '../billing/billing.jobs.ts'
import { holdPayer, setDefaultCard } from '../companies/company-payments.ts'
import { audit } from '../engine/audit.ts'
import type { Actor, Work } from '../engine/ctx.ts'
import type { KeptCard } from '../outside/payments/payments.ts'

export type NamedCard = KeptCard & { name: string }

/** Anyone with more is testing numbers. */
const maxCards = 20

/** Oldest first. */
export const cardsOf = ({ tx }: Pick<Work, 'tx'>, companyId: string) =>
  tx.sql<PaymentMethod>`
    select m.id, m.name, m.brand, m.last4, m.exp_month as "expMonth", m.exp_year as "expYear",
           m.id is not distinct from c.default_payment_method as "isDefault"
    from payment_methods m
    join companies c on c.id = m.company_id
    where m.company_id = ${companyId}
    order by m.created_at, m.id`

export async function refuseTooMany(work: Pick<Work, 'tx'>, companyId: string) {
  if ((await cardsOf(work, companyId)).length >= maxCards) throw conflict(`Une compagnie garde au plus ${maxCards} cartes.`)
}

/** A known card stays as it is: a form may be sent twice, and a job may record it first. */
export async function noteCard(
  work: Work & { visitor: Actor | null },
  companyId: string,
  { id, name, brand, last4, expMonth, expYear }: NamedCard,
): Promise<PaymentMethod> {
  await holdPayer(work, companyId)
  const held = await cardsOf(work, companyId)
  const known = held.find((one) => one.id === id)
  if (known) return known
  await refuseTooMany(work, companyId)
  const [removed] = await work.tx.sql`select from removed_cards where id = ${id}`
  if (removed) throw conflict('Cette carte vient d’être retirée\u00a0: entrez-la de nouveau.', { code: 'card-removed' })
  await work.tx.sql`
    insert into payment_methods (id, company_id, name, brand, last4, exp_month, exp_year)
    values (${id}, ${companyId}, ${name}, ${brand}, ${last4}, ${expMonth}, ${expYear})`
  const isDefault = held.length === 0
  if (isDefault) await setDefaultCard(work, companyId, id)
  await collectOpenLater(work, companyId)
  await audit(work, 'card-added', { brand, last4 }, companyId)
  return { id, name, brand, last4, expMonth, expYear, isDefault }
}
