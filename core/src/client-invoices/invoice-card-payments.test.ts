import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { movementShares, type PaidInvoice, sharesOf } from './invoice-card-payments.ts'

const cents = fc.integer({ min: 1, max: 1_000_000_000 })
const total = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)
const paidInvoice = (id: string, paid: number, more: Partial<PaidInvoice> = {}): PaidInvoice => ({
  id,
  paid,
  left: paid,
  disputed: 0,
  overpaid: 0,
  ...more,
})

describe('shares', () => {
  test('add up, whatever is shared among whatever', () => {
    fc.assert(fc.property(cents, fc.array(cents, { minLength: 1 }), (amount, weights) => total(sharesOf(amount, weights)) === amount))
  })

  test('never exceed what they are shares of', () => {
    fc.assert(
      fc.property(fc.array(cents, { minLength: 1 }), fc.integer({ min: 0, max: 1000 }), (weights, thousandths) => {
        const amount = Math.floor((total(weights) / 1000) * thousandths)
        return sharesOf(amount, weights).every((share, i) => share >= 0 && share <= (weights[i] ?? 0))
      }),
    )
  })

  test('of the whole are the weights', () => {
    expect(sharesOf(10_001, [3334, 3333, 3334])).toEqual([3334, 3333, 3334])
  })
})

describe('what comes back of a payment of three invoices', () => {
  const three = [paidInvoice('a', 3333), paidInvoice('b', 3333), paidInvoice('c', 3334)]

  test('reopens each whole when it is all of it', () => {
    expect(movementShares(-10_000, three)).toEqual([
      { id: 'a', amount: -3333 },
      { id: 'b', amount: -3333 },
      { id: 'c', amount: -3334 },
    ])
  })

  test('reopens each in proportion when it is a part', () => {
    expect(movementShares(-100, three)).toEqual([
      { id: 'a', amount: -33 },
      { id: 'b', amount: -34 },
      { id: 'c', amount: -33 },
    ])
  })

  test('takes what was overpaid first', () => {
    const [a, b, c] = three as [PaidInvoice, PaidInvoice, PaidInvoice]
    expect(movementShares(-1000, [a, { ...b, overpaid: 1000 }, c])).toEqual([{ id: 'b', amount: -1000 }])
    expect(movementShares(-1000, [a, { ...b, overpaid: 1000, left: 400 }, c])).toEqual([
      { id: 'a', amount: -300 },
      { id: 'b', amount: -400 },
      { id: 'c', amount: -300 },
    ])
  })

  test('returns to where the dispute took it', () => {
    const disputed = three.map((one, i) => ({ ...one, left: i === 1 ? 0 : one.left, disputed: i === 1 ? one.paid : 0 }))
    expect(movementShares(3333, disputed)).toEqual([{ id: 'b', amount: 3333 }])
  })

  test('adds up even beyond what was paid', () => {
    expect(movementShares(-20_000, three).map(({ amount }) => amount)).toEqual([-6666, -6666, -6668])
  })
})
