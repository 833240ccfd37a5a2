// For the tests of bank files: a CSV of some lines, and what comes of sending it.
import { randomUUID } from 'node:crypto'
import { api } from '@bordee/core/api.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { today } from './contracts.ts'
import type { Caller } from './server.ts'

export interface SampleLine {
  day?: string
  text: string
  /** Cents; negative for what went out. */
  amount: number
}

/** As Banque Nationale writes it. */
export const csvOf = (lines: readonly SampleLine[]) =>
  [
    'Date;Description;Debit;Credit',
    ...lines.map(({ day = today(), text, amount }) =>
      [day, text, amount < 0 ? formatMoney(-amount) : '', amount > 0 ? formatMoney(amount) : ''].join(';'),
    ),
  ].join('\n')

export const base64 = (text: string, encoding: BufferEncoding = 'utf8') => Buffer.from(text, encoding).toString('base64')

export const fileOf = (lines: readonly SampleLine[], more: object = {}) => ({
  id: randomUUID(),
  bankFile: {
    accountId: randomUUID(),
    accountName: `Compte ${randomUUID().slice(0, 8)}`,
    name: 'nov.csv',
    content: base64(csvOf(lines)),
    ...more,
  },
})

export const newBankFile = (owner: Caller, lines: readonly SampleLine[], more: object = {}) =>
  owner(api.createBankFile, fileOf(lines, more))
