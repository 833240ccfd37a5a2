import { describe, expect, test } from 'vitest'
import { type Charging, dueAt, isPastDue, nextAttempt, stepOf } from './collecting.ts'
import { invoiceLife } from './invoice-life.ts'

const day = 86_400_000
const issued = new Date('2026-11-01T05:10:00Z')
const after = (days: number) => new Date(issued.getTime() + days * day)

test.each([
  [0, 1],
  [0.5, 1],
  [1, 3],
  [3.2, 5],
  [6.9, 7],
  [7, null],
  [30, null],
])('a charge that fails %d days after the invoice was issued is retried on day %j', (failed, next) => {
  expect(nextAttempt(issued, after(failed))).toEqual(next === null ? null : after(next))
})

test('an invoice is late a week after it was issued, until it is paid', () => {
  const due = dueAt(issued)
  expect(due).toEqual(after(7))
  const late = (status: Parameters<typeof isPastDue>[0]['status'], days: number) => isPastDue({ status, dueAt: due }, after(days))
  expect([late('open', 6.99), late('open', 7), late('uncollectible', 7), late('paid', 8), late('void', 8)]).toEqual([
    false,
    true,
    true,
    false,
    false,
  ])
  expect(isPastDue({ status: 'draft', dueAt: null }, after(99))).toBe(false)
})

describe('the next step for an invoice', () => {
  const fresh: Charging = { status: 'open', purpose: 'alerts', attempts: 0, attemptOutcome: null, nextAttemptAt: issued, createdAt: issued }
  const givenUp: Charging = { ...fresh, status: 'uncollectible', attempts: 5, attemptOutcome: 'refused', nextAttemptAt: null }
  const pressed: Charging = { ...fresh, purpose: 'activation', nextAttemptAt: after(0.01) }
  const minutes = (n: number) => new Date(issued.getTime() + n * 60_000)
  test.each<[string, Charging, Date, ReturnType<typeof stepOf>]>([
    ['it is charged', fresh, issued, 'attempt'],
    ['an attempt of unknown end is made again', { ...fresh, attempts: 1 }, after(9), 'repeat'],
    ['before its day it waits', { ...fresh, attempts: 1, attemptOutcome: 'refused', nextAttemptAt: after(1) }, after(0.9), 'wait'],
    ['on its day it is tried', { ...fresh, attempts: 1, attemptOutcome: 'refused', nextAttemptAt: after(1) }, after(1), 'attempt'],
    [
      'a bank that asks in vain is a refusal',
      { ...fresh, attempts: 1, attemptOutcome: 'action', nextAttemptAt: after(1) },
      after(1),
      'attempt',
    ],
    ['without a next time it is given up', { ...fresh, attempts: 5, attemptOutcome: 'refused', nextAttemptAt: null }, after(7), 'giveUp'],
    ['given up, it waits until someone asks', givenUp, after(30), 'wait'],
    ['asked for, it is charged', { ...givenUp, nextAttemptAt: after(30) }, after(30), 'attempt'],
    ['who pressed is charged, whatever its next look', pressed, issued, 'attempt'],
    ['refused, that is it', { ...pressed, attempts: 1, attemptOutcome: 'refused' }, issued, 'annul'],
    ['they have an hour to confirm', { ...pressed, attempts: 1, attemptOutcome: 'action' }, minutes(59), 'repeat'],
    ['and no more', { ...pressed, attempts: 1, attemptOutcome: 'action' }, minutes(60), 'annul'],
    ['what nobody began within the hour is not begun any more', pressed, minutes(60), 'annul'],
    ['what was begun must be known first', { ...pressed, attempts: 1 }, minutes(600), 'repeat'],
  ])('%s', (_, charging, now, step) => {
    expect(stepOf(charging, now)).toBe(step)
  })
})

test('a paid or annulled invoice stays so; one that was given up can still be paid', () => {
  expect(invoiceLife.from('pay')).toEqual(['open', 'uncollectible'])
  expect([invoiceLife.after('paid', 'annul'), invoiceLife.after('void', 'pay')]).toEqual([undefined, undefined])
})
