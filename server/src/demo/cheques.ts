// Ten cheques of Déneigement Boréal's clients, in every state, and what to deposit in the weeks to come.
import { addDays, homeZone, todayIn } from '@bordee/core/time.ts'
import { chequeHandlers } from '../cheques/cheques.handlers.ts'
import { actingAs, type Work } from '../engine/ctx.ts'
import { boreal } from './payments.ts'

const banks = ['Caisse Desjardins de Québec', 'Banque Nationale', 'Banque Royale', 'Banque Laurentienne']

/** Which contract, of which date and part of its total, and where it ends. */
const plans = [
  { of: 0, days: 20, part: 0.5 },
  { of: 0, days: 65, part: 0.5 },
  { of: 1, days: -1, part: 0.25 },
  { of: 1, days: 12, part: 0.25 },
  { of: 2, days: 0, part: 0.5 },
  { of: 3, days: -6, part: 0.25, end: 'deposited' },
  { of: 4, days: -5, part: 0.5, end: 'deposited' },
  { of: 2, days: -30, part: 0.25, end: 'cleared' },
  { of: 3, days: -21, part: 0.25, end: 'bounced' },
  { of: 4, days: 9, part: 0.25, end: 'returned' },
] as const

export async function fillCheques(work: Work, owner: { id: string; email: string }) {
  await work.tx.scope({ companies: [boreal] })
  const ctx = actingAs(work, { accountId: owner.id, email: owner.email, role: 'owner', companyId: boreal })
  const today = todayIn(homeZone, work.now)
  const contracts = await work.tx.sql<{ id: string; total: number }>`
    select k.id, k.total_price as total
    from contracts k
    where k.company_id = ${boreal} and k.status = 'accepted' and k.client_email is distinct from 'client@bordee.demo'
      and not exists (select from contract_payments p where p.company_id = k.company_id and p.contract_id = k.id)
    order by k.id
    limit 5`
  const made: { id: string; end: string | undefined }[] = []
  for (const [i, plan] of plans.entries()) {
    const contract = contracts[plan.of]
    if (!contract) continue
    const amount = Math.floor(contract.total * plan.part)
    const cheque = {
      number: `${140 + 37 * plan.of + i}`,
      bank: banks[plan.of % banks.length] ?? null,
      amount,
      dated: addDays(today, plan.days),
      note: i === 0 ? 'Remis par la concierge' : null,
      parts: [{ contractId: contract.id, amount }],
    }
    const { id } = (await chequeHandlers.createCheque(ctx, { cheque })) as { id: string }
    made.push({ id, end: 'end' in plan ? plan.end : undefined })
  }
  const idsOf = (...ends: string[]) => made.flatMap(({ id, end }) => (end && ends.includes(end) ? [id] : []))
  const account = { bank: 'Caisse Desjardins de Québec', accountDigits: '4821' }
  for (const [chequeIds, days] of [
    [idsOf('cleared', 'bounced'), -14],
    [idsOf('deposited'), -2],
  ] as const)
    if (chequeIds.length > 0)
      await chequeHandlers.createDeposit(ctx, { deposit: { ...account, chequeIds: [...chequeIds], depositedOn: addDays(today, days) } })
  const ends = { cleared: null, bounced: 'Fonds insuffisants', returned: 'Le client paie plutôt par virement' } as const
  for (const [state, reason] of Object.entries(ends) as [keyof typeof ends, string | null][])
    for (const id of idsOf(state)) await chequeHandlers.updateCheque(ctx, { id, cheque: { state, reason } })
}
