// The ledger against a small model: whatever is bought, spent, refunded, corrected or expired, its sum is what the
// lots hold, and each lot holds what the model says.
import { bankCalls } from '@bordee/core/bank/bank.calls.ts'
import { addDays, type IsoDate, todayIn } from '@bordee/core/time.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openTestServer } from '../testing/server.ts'
import { creditOf, refund, spend } from './spending.ts'

const server = await openTestServer()
const { addLot, adjustBank, getBankTotal, listLots } = bankCalls
const zone = 'America/Toronto'
const today = todayIn(zone, new Date())

interface ModelLot {
  id: string
  expiresAt: IsoDate | null
  remaining: number
}

const move = fc.oneof(
  fc.record({ is: fc.constant('lot' as const), amount: fc.integer({ min: 1, max: 50 }), life: fc.option(fc.integer({ min: 8, max: 12 })) }),
  fc.record({ is: fc.constant('adjust' as const), amount: fc.integer({ min: 0, max: 80 }) }),
  fc.record({ is: fc.constant('spend' as const), amount: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ is: fc.constant('refund' as const), amount: fc.integer({ min: 1, max: 20 }) }),
  fc.record({ is: fc.constant('days' as const), amount: fc.integer({ min: 1, max: 5 }) }),
)
type Move = typeof move extends fc.Arbitrary<infer M> ? M : never

const isUsable = ({ expiresAt }: ModelLot) => expiresAt === null || expiresAt >= today
/** Soonest to expire first, then oldest first. */
const inTurn = (lots: readonly ModelLot[]) =>
  lots.filter(isUsable).toSorted((a, b) => (a.expiresAt ?? '9').localeCompare(b.expiresAt ?? '9') || lots.indexOf(a) - lots.indexOf(b))
const sumOf = (lots: readonly ModelLot[]) => lots.reduce((sum, { remaining }) => sum + remaining, 0)

async function newBank() {
  const { companyId, owner, super_admin: staff } = await server.newCompany()
  const lots: ModelLot[] = []
  /** The lots that paid for alerts, one by one. */
  const spent: { lotId: string; sendId: string }[] = []
  const inCompany = <T>(run: Parameters<typeof server.work<T>>[0]) =>
    server.work(async (work) => {
      await work.tx.scope({ companies: [companyId] })
      return run(work)
    })

  const moves: { [K in Move['is']]: (move: Extract<Move, { is: K }>) => Promise<void> } = {
    async lot({ amount, life }) {
      const expiresAt = life === null ? null : addDays(today, life)
      const { id } = await staff(addLot, { companyId, transaction: { amount, expiresAt } })
      lots.push({ id, expiresAt, remaining: amount })
    },
    async adjust({ amount }) {
      const before = new Set((await staff(listLots, { companyId })).map(({ id }) => id))
      const usable = sumOf(lots.filter(isUsable))
      await staff(adjustBank, { companyId, amount })
      if (amount > usable) {
        const made = (await staff(listLots, { companyId })).find(({ id }) => !before.has(id))
        lots.push({ id: made?.id ?? 'none', expiresAt: null, remaining: amount - usable })
      } else take(lots, inTurn(lots).toReversed(), usable - amount)
    },
    async spend({ amount }) {
      const sendId = crypto.randomUUID()
      await inCompany(async (work) => {
        const credit = await creditOf(work, { id: companyId, timeZone: zone, price: 10, monthlyCap: 0, card: 'none' }, true)
        expect(credit.bank).toBe(sumOf(lots.filter(isUsable)))
        await spend(work, companyId, sendId, credit.lots, amount)
      })
      for (const lotId of take(lots, inTurn(lots), amount)) spent.push({ lotId, sendId })
    },
    async refund({ amount }) {
      const back = spent.splice(0, amount)
      await inCompany((work) => refund(work, companyId, back))
      for (const lot of lots) lot.remaining += back.filter(({ lotId }) => lotId === lot.id).length
    },
    async days({ amount }) {
      await inCompany(({ tx }) => tx.sql`update alert_lots set expires_on = expires_on - ${amount}::int where company_id = ${companyId}`)
      for (const lot of lots) lot.expiresAt &&= addDays(lot.expiresAt, -amount)
    },
  }

  async function check() {
    const total = await owner(getBankTotal)
    expect(total).toEqual({ amount: sumOf(lots.filter(isUsable)), expiredAmount: sumOf(lots.filter((lot) => !isUsable(lot))) })
    const [ledger] = await inCompany(
      ({ tx }) => tx.sql<{ sum: number }>`select coalesce(sum(amount), 0)::int as sum from alert_ledger where company_id = ${companyId}`,
    )
    expect(ledger?.sum).toBe(total.amount + total.expiredAmount)
    const held = new Map((await staff(listLots, { companyId })).map(({ id, remaining }) => [id, remaining]))
    expect(Object.fromEntries(held)).toEqual(Object.fromEntries(lots.map(({ id, remaining }) => [id, remaining])))
  }
  return { make: (one: Move) => moves[one.is](one as never), check }
}

/** Takes alerts from lots in this order; returns the lot of each. */
function take(lots: ModelLot[], order: readonly ModelLot[], amount: number): string[] {
  const from: string[] = []
  for (const lot of order)
    while (lot.remaining > 0 && from.length < amount) {
      lot.remaining--
      from.push(lot.id)
    }
  expect(lots.every(({ remaining }) => remaining >= 0)).toBe(true)
  return from
}

test('the sum of the ledger always equals what the lots hold', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 5, maxLength: 18 }), async (moves) => {
      const { make, check } = await newBank()
      for (const one of moves) {
        await make(one)
        await check()
      }
    }),
    { numRuns: 12 },
  )
})
