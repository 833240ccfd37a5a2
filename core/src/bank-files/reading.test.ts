import { expect, test } from 'vitest'
import { guessColumns, readBankAmount, readBankDay } from './columns.ts'
import { mostRows, readCsv } from './csv.ts'
import { linesIn } from './reading.ts'

const read = (text: string) => {
  const rows = readCsv(text) ?? []
  const columns = guessColumns(rows)
  return { columns, ...(columns ? linesIn(rows, columns) : { lines: [], others: 0, unread: [], accounts: [] }) }
}
const credits = (text: string) => read(text).lines.map(({ day, amount, description }) => [day, amount, description])

test('cells are separated by semicolons, tabs or commas, with quotation marks around what contains them', () => {
  expect(readCsv('a;"b;c";"d ""e"""\r\n\r\n1,5;;x')).toEqual([
    ['a', 'b;c', 'd "e"'],
    ['1,5', '', 'x'],
  ])
  expect(readCsv('\ufeffa\tb\n1\t2')).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
  expect(readCsv('a,"b\nc",d')).toEqual([['a', 'b\nc', 'd']])
  expect(readCsv('a,"b')).toBeUndefined()
  expect(readCsv('a,b\n'.repeat(mostRows + 1))).toBeUndefined()
})

test('days are read in the orders of banks, and only days that exist', () => {
  expect(readBankDay('2026-11-03', 'ymd')).toBe('2026-11-03')
  expect(readBankDay('2026/11/3', 'ymd')).toBe('2026-11-03')
  expect(readBankDay('20261103', 'ymd')).toBe('2026-11-03')
  expect(readBankDay('3/11/2026', 'dmy')).toBe('2026-11-03')
  expect(readBankDay('11/3/2026', 'mdy')).toBe('2026-11-03')
  expect(readBankDay('11/3/26 08:15', 'mdy')).toBe('2026-11-03')
  for (const text of ['3 nov. 2026', 'Nov 3, 2026', '3 novembre 2026']) expect(readBankDay(text, 'mdy')).toBe('2026-11-03')
  expect(readBankDay('3 août 2026', 'dmy')).toBe('2026-08-03')
  for (const text of ['2026-02-30', '2026-13-01', '00012', 'Solde', '']) expect(readBankDay(text, 'ymd')).toBeUndefined()
})

test('amounts are read as banks write them', () => {
  for (const text of ['1 234,56', '1\u00a0234,56 $', '1,234.56', '$1,234.56', '1234.56 CR']) expect(readBankAmount(text)).toBe(123_456)
  expect(readBankAmount('(12.00)')).toBe(-1200)
  expect(readBankAmount('-12,00')).toBe(-1200)
  for (const text of ['', 'abc', '1,2,3']) expect(readBankAmount(text)).toBeUndefined()
})

test('a file of Banque Nationale: headings, semicolons, debit and credit', () => {
  const file =
    'Date;Description;Categorie;Debit;Credit;Solde\n2026-11-03;"VIREMENT INTERAC DE PAULE ROY";Revenus;0;244,32;1 244,32\n' +
    '2026-11-04;ESSENCE;Auto;60,00;0;1 184,32\n'
  expect(credits(file)).toEqual([['2026-11-03', 24_432, 'VIREMENT INTERAC DE PAULE ROY']])
  expect(read(file)).toMatchObject({ others: 1, unread: [] })
})

test('a file of RBC: American days, one signed amount, an account', () => {
  const file =
    '"Account Type","Account Number","Transaction Date","Cheque Number","Description 1","Description 2","CAD$","USD$"\n' +
    'Chequing,01234-5678901,11/3/2026,,"e-Transfer received","PAULE ROY BQ-7F3K",244.32,\n' +
    'Chequing,01234-5678901,11/14/2026,,"FEES","",-12.00,\n'
  expect(credits(file)).toEqual([['2026-11-03', 24_432, 'e-Transfer received PAULE ROY BQ-7F3K']])
  expect(read(file).accounts).toEqual(['012345678901'])
  expect(read(file).columns).toMatchObject({ dayOrder: 'mdy', account: 1 })
})

test('a file of TD: no headings, what goes out before what comes in, then the balance', () => {
  const file = '11/03/2026,E-TRANSFER ***ABC,,244.32,1244.32\n11/04/2026,PAYROLL,1000.00,,244.32\n11/15/2026,MOBILE DEPOSIT,,50.00,294.32\n'
  expect(credits(file)).toEqual([
    ['2026-11-03', 24_432, 'E-TRANSFER ***ABC'],
    ['2026-11-15', 5000, 'MOBILE DEPOSIT'],
  ])
})

test('a balance tells what comes in, also where that stands first and the newest line is on top', () => {
  const file = '2026-11-15,DEPOT,50.00,,294.32\n2026-11-04,PAIE,,1000.00,244.32\n2026-11-03,VIREMENT,244.32,,1244.32\n'
  expect(credits(file)).toEqual([
    ['2026-11-15', 5000, 'DEPOT'],
    ['2026-11-03', 24_432, 'VIREMENT'],
  ])
})

test('a file of BMO: days without separators, one signed amount', () => {
  const file =
    'First Bank Card,Transaction Type,Date Posted, Transaction Amount,Description\n' +
    "'500766*********',CREDIT,20261103,244.32,[CW]INTERAC ETRNSFR RECVD\n'500766*********',DEBIT,20261104,-60.0,ESSENCE\n"
  expect(credits(file)).toEqual([['2026-11-03', 24_432, '[CW]INTERAC ETRNSFR RECVD']])
})

test('a file of Desjardins: no headings, the account in each line', () => {
  const line = (day: string, seq: string, text: string, out: string, into: string, left: string) =>
    `"Caisse de Québec","012345","EOP","${day}","${seq}","${text}","","${out}","${into}","","","","","${left}"`
  const file = [
    line('2026/11/03', '00001', 'Virement Interac de /Paule Roy', '', '244.32', '1244.32'),
    line('2026/11/03', '00002', 'Achat /Canac', '44.32', '', '1200.00'),
    line('2026/11/04', '00001', 'Dépôt au comptoir', '', '300.00', '1500.00'),
  ].join('\n')
  expect(credits(file).map(([day, amount]) => [day, amount])).toEqual([
    ['2026-11-03', 24_432],
    ['2026-11-04', 30_000],
  ])
})

test('a day and a month that could be exchanged follow the order of the lines', () => {
  const headed = (days: string[]) => `Date,Description,Amount\n${days.map((day) => `${day},Dépôt,1.00`).join('\n')}`
  expect(read(headed(['01/11/2026', '02/11/2026', '03/11/2026'])).lines.map(({ day }) => day)).toEqual([
    '2026-11-01',
    '2026-11-02',
    '2026-11-03',
  ])
  expect(read(headed(['11/01/2026', '11/02/2026', '11/03/2026'])).lines.map(({ day }) => day)).toEqual([
    '2026-11-01',
    '2026-11-02',
    '2026-11-03',
  ])
})

test('equal lines of a day are counted; a row that can’t be read is named, and what is empty is none', () => {
  const file = 'Date,Description,Amount\n2026-11-03,Roy,10.00\n2026-11-03,ROY,10.00\n2026-11-04,Roy,10.00\nTotal,,x\n2026-11-05,Roy,'
  const { lines, unread, others } = read(file)
  expect(lines.map(({ day, nth }) => [day, nth])).toEqual([
    ['2026-11-03', 1],
    ['2026-11-03', 2],
    ['2026-11-04', 1],
  ])
  expect({ unread, others }).toEqual({ unread: [5], others: 1 })
})

test('what isn’t a bank’s file has no columns', () => {
  expect(guessColumns([])).toBeUndefined()
  expect(
    guessColumns([
      ['Nom', 'Ville'],
      ['Roy', 'Québec'],
    ]),
  ).toBeUndefined()
})
