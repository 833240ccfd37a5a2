import { expect, test } from 'vitest'
import { durationText, otherwiseCancelled, paymentText } from './sendWords.ts'

const plain = (text: string) => text.replace(/\u00a0/g, ' ')

test.each([
  [0, 'moins d’une minute'],
  [59, 'moins d’une minute'],
  [60, 'environ 1 minute'],
  [700, 'environ 12 minutes'],
  [7500, 'environ 2 h 05'],
])('%d seconds read « %s »', (seconds, text) => {
  expect(plain(durationText(seconds))).toBe(text)
})

test('who is refused for the hour is not said twice', () => {
  expect(otherwiseCancelled({ cancelled: { other: 7, unsubscribed: 2 }, hours: { held: 3, quiet: 1, 'call-hours': 5 } })).toBe(1)
})

test.each([
  [{ told: 12, amount: 120, bankAmount: 500 }, '12 alertes prises dans la banque; rien n’est facturé.'],
  [{ told: 12, amount: 120, bankAmount: 0 }, '1,20 $, sur votre prochaine facture Bordée.'],
  [{ told: 12, amount: 120, bankAmount: 5 }, '5 alertes prises dans la banque et 0,70 $ sur votre prochaine facture Bordée.'],
  [{ told: 12, amount: 0, bankAmount: 5 }, 'Sans frais.'],
  [{ told: 2, amount: 20, bankAmount: null }, /^0,20 \$, payés par la banque d’alertes de la compagnie/],
])('%j is charged as « %s »', (send, text) => {
  expect(plain(paymentText(send))).toEqual(typeof text === 'string' ? text : expect.stringMatching(text))
})
