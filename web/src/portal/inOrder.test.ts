import type { ContractStatus } from '@bordee/core/contracts/contract-life.ts'
import { expect, test } from 'vitest'
import { inOrder } from './inOrder.ts'

const contract = (status: ContractStatus, startAt: string) => ({ status, startAt, contractNumber: `${status} ${startAt}` })

test('contracts to answer come first, then the newest season, and canceled ones last', () => {
  const listed = [
    contract('canceled', '2027-11-01'),
    contract('paid', '2025-11-01'),
    contract('consulted', '2024-11-01'),
    contract('accepted', '2026-11-01'),
    contract('sent', '2026-11-01'),
  ]
  expect(inOrder(listed).map(({ status }) => status)).toEqual(['sent', 'consulted', 'accepted', 'paid', 'canceled'])
})
