import { expect, test } from 'vitest'
import { type ContractStatus, contractLife, contractStatuses, isSigned, maySend, officeEvent, statusChoices } from './contract-life.ts'

const { after, from } = contractLife
const standing = (status: ContractStatus, of: { signedOnPaper?: boolean; hasPayments?: boolean } = {}) => ({
  status,
  signedOnPaper: false,
  hasPayments: false,
  ...of,
})

test('a client opens a sent or printed contract, and signs or declines while it awaits them', () => {
  expect(from('open')).toEqual(['sent', 'printed'])
  expect(from('accept')).toEqual(['sent', 'printed', 'consulted'])
  expect(from('decline')).toEqual(['sent', 'printed', 'consulted'])
})

test('only a draft leaves by e-mail or print; resending changes no status', () => {
  expect(from('send')).toEqual(['draft'])
  expect(from('print')).toEqual(['draft'])
  expect(contractStatuses.filter(maySend)).toEqual(['draft', 'sent', 'printed', 'consulted'])
})

test("editing an unsigned contract makes it a draft; a signed or canceled one can't be edited", () => {
  expect(from('edit')).toEqual(['draft', 'sent', 'printed', 'consulted', 'declined'])
  for (const status of from('edit')) expect(after(status, 'edit')).toBe('draft')
})

test('a canceled contract offers no status, and no selector offers canceled', () => {
  expect(statusChoices(standing('canceled'))).toEqual([])
  for (const status of contractStatuses) expect(statusChoices(standing(status))).not.toContain('canceled')
})

test('accepted and declined are hidden from accepted, declined, paid and unpaid; draft from accepted, paid, unpaid and canceled', () => {
  for (const status of ['accepted', 'declined', 'paid', 'unpaid'] as const) {
    expect(statusChoices(standing(status))).not.toContain('accepted')
    expect(statusChoices(standing(status))).not.toContain('declined')
  }
  for (const status of ['accepted', 'paid', 'unpaid', 'canceled'] as const) expect(statusChoices(standing(status))).not.toContain('draft')
  expect(statusChoices(standing('declined'))).toEqual(['draft', 'sent', 'printed', 'consulted'])
  expect(statusChoices(standing('draft'))).toEqual(['sent', 'printed', 'consulted', 'accepted', 'declined'])
})

test('nobody chooses paid or unpaid: they follow the money, among signed contracts only', () => {
  for (const status of contractStatuses) {
    expect(officeEvent(standing(status), 'paid')).toBeUndefined()
    expect(officeEvent(standing(status), 'unpaid')).toBeUndefined()
  }
  for (const event of ['pay', 'fallDue', 'owe'] as const) expect(from(event).every(isSigned)).toBe(true)
})

test('the office may only archive a signed contract, unless it was signed on paper and never paid', () => {
  for (const status of ['accepted', 'paid', 'unpaid'] as const) {
    expect(statusChoices(standing(status))).toEqual([])
    expect(officeEvent(standing(status), 'canceled')).toBe('archive')
    expect(statusChoices(standing(status, { signedOnPaper: true }))).toEqual(['sent'])
    expect(statusChoices(standing(status, { signedOnPaper: true, hasPayments: true }))).toEqual([])
  }
})

test('every state can be reached', () => {
  const reached = contractStatuses.filter((status) => contractStatuses.some((before) => before !== status && leads(before, status)))
  expect(reached).toEqual(contractStatuses)
})

const leads = (before: ContractStatus, status: ContractStatus) =>
  (['open', 'accept', 'decline', 'send', 'print', 'edit', 'archive', 'pay', 'fallDue', 'unsign'] as const).some(
    (event) => after(before, event) === status,
  )
