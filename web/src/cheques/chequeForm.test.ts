import type { Cheque } from '@bordee/core/cheques/cheque.ts'
import type { ContractRow } from '@bordee/core/contracts/contract.ts'
import { expect, test } from 'vitest'
import { owedOf, sentOf } from './chequeForm.ts'

const contract = (id: string, lefts: number[], status = 'accepted') =>
  ({
    id,
    contractNumber: id,
    status,
    paymentShedules: lefts.map((amountLeft, i) => ({ amountLeft, dueDate: `2026-12-0${i + 1}` })),
  }) as unknown as ContractRow

test('only contracts that owe something are offered, with what this cheque pays of them', () => {
  const contracts = [contract('open', [0, 300]), contract('paid', [0, 0]), contract('archived', [100], 'canceled')]
  expect(owedOf(contracts, undefined)).toEqual([{ contractId: 'open', contractNumber: 'open', left: 300, nextDueDate: '2026-12-02' }])
  const cheque = { parts: [{ contractId: 'paid', amount: 200 }] } as Cheque
  expect(owedOf(contracts, cheque)).toMatchObject([{ left: 300 }, { contractId: 'paid', left: 200, nextDueDate: null }])
})

test('what gets nothing is not sent', () => {
  const parts = [
    { contractId: 'a', amount: 0 },
    { contractId: 'b', amount: null },
    { contractId: 'c', amount: 5 },
  ]
  const sent = sentOf({ clientId: 'x', number: '1', bank: null, amount: 5, dated: '2026-12-01', note: null, parts })
  expect(sent).toEqual({ number: '1', bank: null, amount: 5, dated: '2026-12-01', note: null, parts: [{ contractId: 'c', amount: 5 }] })
})
