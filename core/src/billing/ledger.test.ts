import { expect, test } from 'vitest'
import { type LedgerLine, whyBilled } from './ledger.ts'

const line = (of: Partial<LedgerLine>): LedgerLine => ({
  id: 'x',
  at: '2026-11-05T12:00:00Z',
  kind: 'send',
  code: null,
  targetName: null,
  alerts: 0,
  balance: 0,
  billed: 0,
  billedAmount: 0,
  ...of,
})
const billed = line({ id: 'billed', billed: 30, billedAmount: 300 })
const filled = line({ id: 'filled', kind: 'purchase', alerts: 500, balance: 500 })

test('alerts are billed beside a full bank when the bank was filled after they left', () => {
  expect(whyBilled([line({ alerts: -20, balance: 480 }), filled, billed])).toEqual({ billed, filled })
})

test('there is nothing to explain while the bank is empty, or was filled before', () => {
  expect(whyBilled([line({ alerts: -500 }), filled, billed])).toBeUndefined()
  expect(whyBilled([{ ...billed, balance: 1 }, filled])).toBeUndefined()
  expect(whyBilled([filled])).toBeUndefined()
  expect(whyBilled([])).toBeUndefined()
})
