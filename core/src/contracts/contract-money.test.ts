import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '../time.ts'
import { contractLife, contractStatuses, isSigned } from './contract-life.ts'
import {
  addsUpTo100,
  amountDue,
  amountsLeft,
  inOrder,
  instalments,
  lineAmount,
  moneyEvent,
  overpaidAmount,
  taxedTotal,
  withAugmentation,
} from './contract-money.ts'
import { taxRates } from './taxes.ts'

const québec = taxRates({ state: 'QC', country: 'CA' }, '2026-11-01')
const total = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0)

describe('by example', () => {
  test('a driveway of 425 $ with taxes is 488.64 $, and its two tax lines add up', () => {
    const { subtotal, taxes, totalPrice } = taxedTotal([{ price: 42_500, quantity: 1 }], québec)
    expect([subtotal, totalPrice]).toEqual([42_500, 48_864])
    expect(taxes.map(({ code, amount }) => [code, amount])).toEqual([
      ['gst', 2125],
      ['qst', 4239],
    ])
  })

  test('each line is rounded half up on its own, discounts too', () => {
    expect(lineAmount({ price: 333, quantity: 1.5 })).toBe(500) // 499.5
    expect(lineAmount({ price: -333, quantity: 1.5 })).toBe(-499) // -499.5
    expect(lineAmount({ price: 1005, quantity: 0.1 })).toBe(101) // 100.5
  })

  test('three thirds of 100.00 $: the remainder falls on the latest date, wherever it is in the list', () => {
    const shares = [
      { paymentDate: '2027-01-15', percent: 33.34 },
      { paymentDate: '2026-11-01', percent: 33.33 },
      { paymentDate: '2026-12-01', percent: 33.33 },
    ]
    expect(instalments(10_000, shares).map(({ paymentDate, amount }) => [paymentDate, amount])).toEqual([
      ['2026-11-01', 3333],
      ['2026-12-01', 3333],
      ['2027-01-15', 3334],
    ])
  })

  test('a surplus goes to the next instalment, and anything beyond the total is overpaid', () => {
    const dues = [
      { dueDate: '2026-11-01', amount: 5000 },
      { dueDate: '2026-12-01', amount: 5000 },
    ]
    expect(amountsLeft(dues, [{ amount: 6000 }])).toEqual([0, 4000])
    const paid = [6000, 5000].map((amount) => ({ amount, wasOnline: true }))
    const contract = { status: 'paid' as const, totalPrice: 10_000 }
    expect(overpaidAmount(contract, paid)).toBe(1000)
    expect(overpaidAmount(contract, [...paid, { amount: -1000, wasOnline: true }])).toBe(0)
  })

  test.each([
    ['2026-10-15', [], 5000], // nothing is due: the next instalment
    ['2026-11-01', [], 5000],
    ['2026-11-01', [2000], 3000],
    ['2026-11-15', [5000], 5000],
    ['2026-12-01', [], 10_000],
    ['2026-12-01', [12_000], 0],
  ])('on %s, after %j, %d is proposed', (day, made, proposed) => {
    const dues = [
      { dueDate: '2026-11-01', amount: 5000 },
      { dueDate: '2026-12-01', amount: 5000 },
    ]
    const payments = made.map((amount) => ({ amount }))
    expect(amountDue(dues, payments, day)).toBe(proposed)
  })

  test('all that was paid by card on a canceled contract is surplus', () => {
    const canceled = { status: 'canceled' as const, totalPrice: 10_000 }
    const byCard = { amount: 4000, wasOnline: true }
    expect(overpaidAmount(canceled, [byCard, { amount: 3000, wasOnline: false }])).toBe(4000)
    expect(overpaidAmount(canceled, [byCard, { amount: -4000, wasOnline: true }])).toBe(0)
  })

  test('an instalment is not late on its due date, and a post-dated cheque counts from its date', () => {
    const dues = [{ dueDate: '2026-11-15', amount: 5000 }]
    expect(moneyEvent(5000, dues, [], '2026-11-15')).toBe('owe')
    expect(moneyEvent(5000, dues, [], '2026-11-16')).toBe('fallDue')
    const cheque = [{ amount: 5000, paidAt: '2026-11-20' }]
    expect(moneyEvent(5000, dues, cheque, '2026-11-19')).toBe('fallDue')
    expect(moneyEvent(5000, dues, cheque, '2026-11-20')).toBe('pay')
  })

  test('prices are raised by hundredths of a percent', () => {
    expect(withAugmentation(42_500, 250)).toBe(43_563) // 43 562.5
    expect(withAugmentation(42_500, 0)).toBe(42_500)
    expect(withAugmentation(-1000, 1000)).toBe(-1100)
  })
})

const cents = fc.integer({ min: -5_000_000, max: 50_000_000 })
const quantity = fc.integer({ min: 1, max: 1_000_000 }).map((n) => n / 100)
const lines = fc
  .array(fc.record({ price: cents, quantity }), { maxLength: 12 })
  .map((all) => (total(all.map(lineAmount)) >= 0 ? all : all.map((line) => ({ ...line, price: Math.abs(line.price) }))))
const rates = fc
  .constantFrom('QC', 'ON', 'NS', 'AB', null)
  .chain((state) => fc.constantFrom('CA', 'US').map((country) => taxRates({ state, country }, '2026-11-01')))
const day = fc.integer({ min: 0, max: 400 }).map((n) => addDays('2026-09-01', n))

/** Cut at arbitrary places: the percents always add up to 100. */
const whole = fc.tuple(fc.array(fc.integer({ min: 0, max: 10_000 }), { maxLength: 8 }), fc.infiniteStream(day)).map(([cuts, days]) => {
  const edges = [0, ...cuts.toSorted((a, b) => a - b), 10_000]
  return edges.slice(1).map((edge, i) => ({ percent: (edge - (edges[i] ?? 0)) / 100, paymentDate: days.next().value }))
})
const payments = fc.array(fc.record({ amount: fc.integer({ min: -500_000, max: 5_000_000 }), paidAt: day }), { maxLength: 10 })

describe('whatever the services, percents and payments', () => {
  test('lines add up to the subtotal, and with the taxes to the total', () => {
    fc.assert(
      fc.property(lines, rates, (services, taxed) => {
        const { subtotal, taxes, totalPrice } = taxedTotal(services, taxed)
        expect(subtotal).toBe(total(services.map(lineAmount)))
        expect(subtotal + total(taxes.map(({ amount }) => amount))).toBe(totalPrice)
        const exact = (subtotal * total(taxed.map(({ percent }) => percent))) / 100
        expect(Math.abs(totalPrice - subtotal - exact)).toBeLessThanOrEqual(0.5 + 1e-6)
        for (const { amount, percent } of taxes) expect(Math.abs(amount - (subtotal * percent) / 100)).toBeLessThanOrEqual(1.5)
      }),
    )
  })

  test('instalments add up to the total, none is negative, and each is within a cent of its percent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000 }), whole, (price, shares) => {
        expect(addsUpTo100(shares)).toBe(true)
        const dues = instalments(price, shares)
        expect(total(dues.map(({ amount }) => amount))).toBe(price)
        for (const { amount, percent } of dues) {
          expect(amount).toBeGreaterThanOrEqual(0)
          expect(Math.abs(amount - (price * percent) / 100)).toBeLessThanOrEqual(1)
        }
        expect(dues.map(({ paymentDate }) => paymentDate)).toEqual(inOrder(shares).map(({ paymentDate }) => paymentDate))
      }),
    )
  })

  test('what is left, paid and overpaid adds up to the total, and instalments fill in order', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), whole, payments, (price, shares, made) => {
        const dues = instalments(price, shares)
        const left = amountsLeft(dues, made)
        const paid = total(made.map(({ amount }) => amount))
        expect(total(left)).toBe(
          price -
            Math.max(0, paid) +
            overpaidAmount(
              { status: 'accepted', totalPrice: price },
              made.map((one) => ({ ...one, wasOnline: true })),
            ),
        )
        for (const [i, amount] of left.entries()) {
          expect(amount).toBeGreaterThanOrEqual(0)
          expect(amount).toBeLessThanOrEqual(dues[i]?.amount ?? 0)
          // An instalment receives money only once all those before it are filled.
          if (amount < (dues[i]?.amount ?? 0)) expect(left.slice(0, i).every((before) => before === 0)).toBe(true)
        }
      }),
    )
  })

  test('the status follows the money, and every signed state allows each of its events', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), whole, payments, day, (price, shares, made, today) => {
        const dues = instalments(price, shares)
        const counted = made.filter(({ paidAt }) => paidAt <= today)
        const event = moneyEvent(
          price,
          dues.map((due) => ({ ...due, dueDate: due.paymentDate })),
          made,
          today,
        )
        const isPaid = total(counted.map(({ amount }) => amount)) >= price
        expect(event === 'pay').toBe(isPaid)
        if (!isPaid) {
          const due = total(dues.filter(({ paymentDate }) => paymentDate < today).map(({ amount }) => amount))
          expect(event === 'fallDue').toBe(due > Math.max(0, total(counted.map(({ amount }) => amount))))
        }
        for (const status of contractStatuses.filter(isSigned)) expect(contractLife.after(status, event)).toBeDefined()
      }),
    )
  })
})
