import type { Sending } from '@bordee/core/contracts/contract.ts'
import { expect, test } from 'vitest'
import { pastDates, sendingWords } from './sendingWords.ts'

const createdAt = '2026-09-14T13:00:00Z'
const refusal = { id: 'k', contractNumber: '2026-0001', clientName: 'Paule Roy', email: 'p@exemple.ca', message: '550 No such user' }
const words = (sent: number, refused: number, now = '2026-09-14T13:01:00Z') => {
  const sending: Sending = { requestKey: 'appui', createdAt, total: 500, sent, refused: Array.from({ length: refused }, () => refusal) }
  return sendingWords(sending, new Date(now))
}

test('a sending shows how many e-mails have left, then which were refused, and nothing when all is well', () => {
  expect(words(0, 0)).toEqual({ text: 'Envoi en cours\u00a0: 0\u00a0courriel sur 500…', isUnderWay: true })
  expect(words(212, 1)).toEqual({ text: 'Envoi en cours\u00a0: 212\u00a0courriels sur 500, 1\u00a0refusé…', isUnderWay: true })
  expect(words(498, 2)).toEqual({ text: '498\u00a0courriels partis, 2\u00a0refusés.', isUnderWay: false })
  expect(words(500, 0)).toBeUndefined()
})

test('a sending older than a day shows only in each contract’s history', () => {
  expect(words(212, 1, '2026-09-16T13:00:00Z')).toBeUndefined()
})

test('sending contracts with dates in the past warns', () => {
  const [past, future, none] = ['2026-11-01', '2026-11-17', null].map((firstPaymentDate, i) => ({ id: String(i), firstPaymentDate }))
  const today = '2026-11-17'
  const warned = (contracts: (typeof past)[]) =>
    pastDates(
      contracts.filter((one) => one !== undefined),
      today,
    ).join()
  expect(warned([future, none])).toBe('')
  expect(warned([past])).toContain('ce contrat a un versement dont la date est passée')
  expect(warned([past, past])).toContain('ces contrats ont un')
  expect(warned([past, future])).toMatch(/1\s+contrat a un/)
})
