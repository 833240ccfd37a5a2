import { expect, test } from 'vitest'
import { matchLines, type Owing, spreadOver } from './matching.ts'

const owing = (key: string, clientName: string, dues: [string, number][], more: Partial<Owing> = {}): Owing => ({
  contractId: key,
  invoiceId: null,
  number: key,
  clientId: clientName,
  clientName,
  code: null,
  dues: dues.map(([dueDate, left]) => ({ dueDate, left })),
  ...more,
})
const line = (description: string, amount: number, more: object = {}) => ({
  id: `${description} ${amount}`,
  day: '2026-11-10',
  amount,
  description,
  reference: null,
  ...more,
})
const roy = owing(
  'c-1',
  'Paule Roy',
  [
    ['2026-11-01', 24_432],
    ['2026-12-01', 24_432],
  ],
  { code: 'BQ-7F3K' },
)
const matchOf = (one: ReturnType<typeof line>, owings: Owing[]) => matchLines([one], owings, []).get(one.id)

test('a code and an amount that is due are sure, in the description or in the reference', () => {
  for (const said of ['VIREMENT BQ-7F3K', 'bq 7f3k merci', 'BQ7F3K'])
    expect(matchOf(line(said, 24_432), [roy])).toMatchObject({
      level: 'sure',
      reason: 'code-amount',
      parts: [{ contractId: 'c-1', amount: 24_432 }],
    })
  expect(matchOf(line('Virement', 24_432, { reference: 'BQ-7F3K' }), [roy])).toMatchObject({ level: 'sure' })
  expect(matchOf(line('BQ-7F3K', 10_000), [roy])).toMatchObject({ level: 'likely', reason: 'code' })
  expect(matchOf(line('BQ-7F3K', 48_865), [roy])).toMatchObject({ level: 'none', reason: 'beyond' })
  expect(matchOf(line('BQ-7F3KX', 10_000), [roy])).toMatchObject({ level: 'none' })
})

test('an amount over several balances pays what is due first', () => {
  const invoice = owing('', 'Paule Roy', [['2026-11-15', 5000]], {
    contractId: null,
    invoiceId: 'i-1',
    number: 'F-2026-0001',
    code: 'BQ-7F3K',
  })
  expect(matchOf(line('BQ-7F3K', 29_432), [roy, invoice])).toMatchObject({
    level: 'sure',
    parts: [
      { contractId: 'c-1', amount: 24_432 },
      { invoiceId: 'i-1', amount: 5000 },
    ],
  })
  expect(spreadOver(60_000, [roy, invoice])).toMatchObject({ rest: 60_000 - 48_864 - 5000 })
})

test('an invoice’s number in the message is that invoice', () => {
  const invoice = owing('', 'Gestion Nord inc.', [['2026-12-10', 5174]], { contractId: null, invoiceId: 'i-1', number: 'F-2026-0042' })
  expect(matchOf(line('PAIEMENT F-2026-0042', 5174), [invoice, roy])).toMatchObject({
    level: 'sure',
    reason: 'number',
    parts: [{ invoiceId: 'i-1' }],
  })
  expect(matchOf(line('PAIEMENT F-2026-0042', 5000), [invoice, roy])).toMatchObject({ level: 'likely' })
})

test('a whole name with an amount that is due is sure; of two clients by that name, none is', () => {
  expect(matchOf(line('VIREMENT INTERAC DE PAULE ROY', 24_432), [roy])).toMatchObject({ level: 'sure', reason: 'name-amount' })
  expect(matchOf(line('VIREMENT DE M. ROY-PAULE', 100), [roy])).toMatchObject({ level: 'likely', reason: 'name' })
  const other = owing('c-2', 'Paule Roy', [['2026-11-01', 24_432]], { clientId: 'another' })
  expect(matchOf(line('PAULE ROY', 24_432), [roy, other])).toMatchObject({ level: 'none', reason: 'several', parts: [] })
  expect(matchOf(line('TREMBLAY', 24_432), [owing('c-3', 'Luc Tremblay', [['2026-11-01', 24_432]])])).toMatchObject({ level: 'likely' })
})

test('an amount alone is proposed if a single client owes it soon', () => {
  expect(matchOf(line('Dépôt mobile', 24_432), [roy])).toMatchObject({ level: 'likely', reason: 'amount' })
  const other = owing('c-2', 'Luc Côté', [['2026-11-20', 24_432]])
  expect(matchOf(line('Dépôt mobile', 24_432), [roy, other])).toMatchObject({ level: 'none', reason: 'several' })
  const later = owing('c-2', 'Luc Côté', [['2027-04-20', 24_432]])
  expect(matchOf(line('Dépôt mobile', 24_432), [later])).toMatchObject({ level: 'none', reason: 'nothing' })
})

test('a balance is proposed to one line only: the one that says more', () => {
  const invoice = owing('i', 'Luc Côté', [['2026-11-20', 5000]])
  const [vague, named] = [line('Dépôt mobile', 5000), line('LUC COTE', 5000)]
  const found = matchLines([vague, named], [invoice], [])
  expect([vague, named].map(({ id }) => found.get(id)?.level)).toEqual(['none', 'sure'])
  const twice = [line('PAULE ROY', 24_432, { id: '1' }), line('PAULE ROY', 24_432, { id: '2' }), line('PAULE ROY', 24_432, { id: '3' })]
  const levels = matchLines(twice, [roy], [])
  expect(['1', '2', '3'].map((id) => levels.get(id)?.level)).toEqual(['sure', 'sure', 'none'])
})

test('a deposit of cheques is matched as a whole, within some days', () => {
  const deposits = [{ id: 'd-1', amount: 80_000, depositedOn: '2026-11-09' }]
  const found = (one: ReturnType<typeof line>) => matchLines([one], [], deposits).get(one.id)
  expect(found(line('DEPOT AU COMPTOIR', 80_000))).toMatchObject({ level: 'sure', reason: 'deposit', depositId: 'd-1' })
  expect(found(line('Crédit', 80_000))).toMatchObject({ level: 'likely', depositId: 'd-1' })
  expect(found(line('DEPOT', 80_000, { day: '2026-11-08' }))).toMatchObject({ level: 'none' })
  expect(found(line('DEPOT', 80_000, { day: '2026-11-20' }))).toMatchObject({ level: 'none' })
})
