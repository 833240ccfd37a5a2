import { expect, test } from 'vitest'
import { partsTrouble } from './cheque.ts'
import { type ChequeState, chequeLife, chequeStates } from './cheque-life.ts'
import { depositCalendar, depositTrouble, eventTo, isPaying, isStale, mayChange, spanStart, spread } from './register.ts'

const part = (contractId: string, amount: number) => ({ contractId, amount })
const held = (dated: string, amount: number, state: ChequeState = 'held') => ({ dated, amount, state, number: '12' })

test('a cheque is split to the cent, on each contract once', () => {
  expect(partsTrouble(300, [part('a', 100), part('b', 200)])).toBeUndefined()
  expect(partsTrouble(301, [part('a', 100), part('b', 200)])).toMatch(/fait 3,00\s\$.*3,01\s\$/)
  expect(partsTrouble(200, [part('a', 100), part('a', 100)])).toMatch(/deux fois/)
})

test('the office presses what the life allows, and deposits only by a deposit', () => {
  const pressable = chequeStates.flatMap((from) => chequeStates.filter((to) => eventTo(from, to)).map((to) => `${from} → ${to}`))
  expect(pressable).toEqual([
    'held → returned',
    'deposited → held',
    'deposited → cleared',
    'deposited → bounced',
    'cleared → deposited',
    'cleared → bounced',
  ])
  expect(chequeLife.from('deposit')).toEqual(['held'])
})

test('what bounced or was returned pays nothing any more, and is never changed', () => {
  expect(chequeStates.filter((state) => !isPaying(state))).toEqual(['bounced', 'returned'])
  for (const state of chequeStates) expect(mayChange(state) === 'nothing').toBe(!isPaying(state))
  expect(chequeStates.filter((state) => mayChange(state) === 'everything')).toEqual(['typed', 'held'])
})

test('a deposit takes what is at hand, on its day or later', () => {
  expect(depositTrouble(held('2026-12-01', 1), '2026-12-01')).toBeUndefined()
  expect(depositTrouble(held('2026-12-02', 1), '2026-12-01')).toBe(
    'Le chèque 12 est daté du 02/12/2026\u00a0: il ne peut pas être déposé avant.',
  )
  expect(depositTrouble(held('2026-12-01', 1, 'bounced'), '2026-12-01')).toMatch(/Sans provision/)
  expect(depositTrouble({ ...held('2026-12-01', 1, 'typed'), number: null }, '2026-12-01')).toMatch(/complétez-le/)
})

test('the calendar begins with what can be deposited today, and adds up to what is at hand', () => {
  const cheques = [
    held('2026-12-05', 500),
    held('2026-11-19', 100),
    held('2026-12-01', 300),
    held('2026-08-01', 200),
    held('2026-12-02', 700, 'cleared'),
  ]
  const weeks = depositCalendar(cheques, '2026-11-19', 'week')
  expect(weeks.map(({ from, amount, cheques: own }) => [from, amount, own.length])).toEqual([
    [null, 300, 2],
    ['2026-11-29', 800, 2],
  ])
  expect(depositCalendar(cheques, '2026-11-19', 'month').map(({ from }) => from)).toEqual([null, '2026-12-01'])
  expect(depositCalendar([], '2026-11-19', 'week')).toEqual([])
})

test('a week begins on Sunday, over the end of a year too', () => {
  expect(spanStart('2026-11-22', 'week')).toBe('2026-11-22') // a Sunday
  expect(spanStart('2026-11-28', 'week')).toBe('2026-11-22')
  expect(spanStart('2027-01-01', 'week')).toBe('2026-12-27')
  expect(spanStart('2027-01-31', 'month')).toBe('2027-01-01')
})

test('after six months a bank may refuse what is at hand', () => {
  expect(isStale(held('2026-05-19', 1), '2026-11-19')).toBe(false)
  expect(isStale(held('2026-05-18', 1), '2026-11-19')).toBe(true)
  expect(isStale(held('2026-01-01', 1, 'cleared'), '2026-11-19')).toBe(false)
})

test('an amount pays what is due first, and never more than is left', () => {
  const owed = [
    { contractId: 'later', left: 500, nextDueDate: '2026-12-15' },
    { contractId: 'first', left: 300, nextDueDate: '2026-12-01' },
    { contractId: 'paid', left: 0, nextDueDate: null },
  ]
  expect(spread(400, owed)).toEqual([
    { contractId: 'later', amount: 100 },
    { contractId: 'first', amount: 300 },
    { contractId: 'paid', amount: 0 },
  ])
  expect(spread(10_000, owed).reduce((sum, { amount }) => sum + amount, 0)).toBe(800)
})
