// Which column of a bank's file says what: guessed from its headings or its cells, and corrected by the user.
import * as z from 'zod'
import { readAmount } from '../imports/numbers.ts'
import { type Cents, toCents } from '../money.ts'
import { fold } from '../text.ts'
import { addDays, type IsoDate } from '../time.ts'
import { named } from '../wire.ts'

export const dayOrders = ['ymd', 'dmy', 'mdy'] as const
export type DayOrder = (typeof dayOrders)[number]
export const dayOrderNames: Record<DayOrder, string> = {
  ymd: 'année, mois, jour',
  dmy: 'jour, mois, année',
  mdy: 'mois, jour, année',
}

const place = z.int().min(0).max(60)
export const bankColumns = named(
  'BankColumns',
  z.object({
    hasHeadings: z.boolean(),
    date: place,
    dayOrder: z.enum(dayOrders),
    /** Of what comes in, or of what comes in and, as negative amounts, what goes out. */
    amount: place,
    description: z.array(place).min(1, 'Choisissez la colonne de la description.').max(4),
    /** Null where the bank has none. */
    reference: place.nullable(),
    /** Of the account's number, where the file has one: a file of another account is refused. */
    account: place.nullable(),
  }),
)
export type BankColumns = z.output<typeof bankColumns>

/** In French and in English, without accents. */
const months = [/^jan/, /^fe[bv]/, /^mar/, /^a[pv]r/, /^ma[iy]/, /^jui?n/, /^jui?l/, /^ao|^aug/, /^sep/, /^oct/, /^nov/, /^dec/]
const monthOf = (word: string): number => 1 + months.findIndex((form) => form.test(fold(word)))

/** Undefined for what isn't a day in this order. A month in words needs no order. */
export function readBankDay(cell: string, order: DayOrder): IsoDate | undefined {
  const text = cell.trim().replace(/[ T]\d{1,2}:\d\d(:\d\d)?.*$/, '')
  const [, worded] = /([a-zéû]{3,}\.?)/i.exec(text) ?? []
  const numbers = text.match(/\d+/g) ?? []
  if (worded && numbers.length === 2 && monthOf(worded) > 0) {
    const [first = '', second = ''] = numbers
    const [day, year] = first.length === 4 ? [second, first] : [first, second]
    return dayOf(year, String(monthOf(worded)), day)
  }
  if (/[^\d\s/.-]/.test(text)) return undefined
  if (/^\d{8}$/.test(text)) return order === 'ymd' ? dayOf(text.slice(0, 4), text.slice(4, 6), text.slice(6)) : undefined
  const [a = '', b = '', c = ''] = numbers
  if (numbers.length !== 3) return undefined
  if (order === 'ymd') return dayOf(a, b, c)
  return order === 'dmy' ? dayOf(c, b, a) : dayOf(c, a, b)
}

function dayOf(year: string, month: string, day: string): IsoDate | undefined {
  if (!/^(\d\d|20\d\d)$/.test(year) || month.length > 2 || day.length > 2) return undefined
  const written = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return Number(month) >= 1 && Number(month) <= 12 && addDays(written, 0) === written ? written : undefined
}

/** Undefined for an empty cell, or what isn't an amount. */
export function readBankAmount(cell: string): Cents | undefined {
  if (!cell.trim()) return undefined
  const read = readAmount(cell.replace(/\s*(cr|dt|dr)$/i, ''))
  return 'value' in read ? toCents(read.value) : undefined
}

const words = {
  date: ['date', 'date de l operation', 'date operation', 'transaction date', 'date posted', 'date d inscription'],
  credit: ['credit', 'credits', 'depot', 'depots', 'deposit', 'deposits', 'montant credit', 'credit amount', 'entree'],
  amount: ['montant', 'amount', 'transaction amount', 'cad', 'cad$', 'montant de l operation', 'montant transaction', 'valeur'],
  description: [
    'description',
    'description 1',
    'description 2',
    'details',
    'detail',
    'libelle',
    'memo',
    'transaction',
    'transaction description',
    'name',
    'nom',
    'beneficiaire',
    'payee',
    'sous description',
  ],
  reference: ['reference', 'ref', 'no de reference', 'numero de reference', 'reference number', 'message', 'numero de confirmation'],
  account: ['compte', 'no de compte', 'numero de compte', 'account number', 'account', 'no compte'],
} as const

/** What most likely is where; undefined if no column has days, or none has amounts. */
export function guessColumns(rows: readonly string[][]): BankColumns | undefined {
  const [first = []] = rows
  const heads = first.map((cell) => fold(cell, { punctuation: 'drop' }))
  const said = (what: keyof typeof words) => heads.flatMap((head, i) => ((words[what] as readonly string[]).includes(head) ? [i] : []))
  const hasHeadings = said('date').length > 0 || (said('description').length > 0 && said('amount').length + said('credit').length > 0)
  const body = rows.slice(hasHeadings ? 1 : 0)
  const width = Math.max(0, ...rows.map((row) => row.length))
  const sample = body.slice(0, 200)
  const cells = Array.from({ length: width }, (_, i) => sample.map((row) => row[i] ?? ''))
  const days = cells.map((column) => dayOrders.map((order) => shareOf(column, (cell) => readBankDay(cell, order) !== undefined)))
  const dateAt = [...said('date'), ...cells.keys()].find((i) => Math.max(...(days[i] ?? [0])) >= 0.7)
  const amountAt = hasHeadings ? [...said('credit'), ...said('amount')][0] : guessAmount(cells, dateAt)
  const isText = (i: number) => i !== dateAt && i !== amountAt && (cells[i] ?? []).some((cell) => /\p{L}{3}/u.test(cell))
  const told = said('description').filter((i) => i !== dateAt && i !== amountAt)
  const texts = told.length > 0 ? told : [...cells.keys()].filter(isText).toSorted((a, b) => lettersOf(cells[b]) - lettersOf(cells[a]))
  if (dateAt === undefined || amountAt === undefined || texts.length === 0) return undefined
  return {
    hasHeadings,
    date: dateAt,
    dayOrder: orderOf(cells[dateAt] ?? []),
    amount: amountAt,
    description: told.length > 0 ? texts.slice(0, 4) : texts.slice(0, 1),
    reference: said('reference').find((i) => !texts.slice(0, 4).includes(i)) ?? null,
    account: said('account').find((i) => new Set(cells[i]).size === 1) ?? null,
  }
}

const shareOf = (column: readonly string[], is: (cell: string) => boolean) =>
  column.length === 0 ? 0 : column.filter(is).length / column.length
const lettersOf = (column: readonly string[] = []) =>
  new Set(column).size + column.reduce((sum, cell) => sum + cell.replace(/[^\p{L}]/gu, '').length, 0)

/** Of a column of days: the order that reads them all, and of two that do, the one in which they follow each other. */
function orderOf(column: readonly string[]): DayOrder {
  const scored = dayOrders.map((order) => {
    const days = column.flatMap((cell) => readBankDay(cell, order) ?? [])
    const turns = days.filter((day, i) => i > 1 && Math.sign(day.localeCompare(days[i - 1] ?? '')) === -directionOf(days)).length
    const months = new Set(days.map((day) => day.slice(0, 7))).size
    return { order, read: days.length, turns, months }
  })
  const [best] = scored.toSorted((a, b) => b.read - a.read || a.turns - b.turns || a.months - b.months)
  return best?.order ?? 'ymd'
}
const directionOf = (days: readonly string[]) => Math.sign((days.at(-1) ?? '').localeCompare(days[0] ?? '')) || 1

/** Without headings: a column with negative amounts has both ways; of two that take turns, the balance tells, or the second comes in. */
function guessAmount(cells: readonly string[][], dateAt: number | undefined): number | undefined {
  const isMoney = (cell: string) => /[.,]\d\d\D*$/.test(cell) && readBankAmount(cell) !== undefined
  const columns = [...cells.entries()]
    .filter(([i, column]) => i !== dateAt && column.some(isMoney) && column.every((cell) => !cell || readBankAmount(cell) !== undefined))
    .map(([at, column]) => ({ at, values: column.map((cell) => readBankAmount(cell) ?? 0) }))
  const balances = columns.filter((one) => columns.some((other) => other !== one && signIn(one.values, other.values) !== 0))
  const moves = columns.filter((one) => !balances.includes(one))
  const signed = moves.find(({ values }) => values.some((value) => value < 0))
  const coming = moves.find(({ values }) => balances.some((balance) => signIn(balance.values, values) > 0))
  return (signed ?? coming ?? moves[1] ?? moves[0])?.at
}

/** 1 or -1 if a balance rises or falls by these amounts, the oldest line first or last; 0 if it isn't their balance. */
function signIn(balance: readonly Cents[], amounts: readonly Cents[]): number {
  for (const sign of [1, -1])
    for (const before of [-1, 1]) {
      const steps = amounts.flatMap((amount, i) => {
        const from = balance[i + before]
        return amount === 0 || from === undefined ? [] : (balance[i] ?? 0) - from === sign * amount
      })
      if (steps.length > 0 && steps.filter(Boolean).length >= 0.8 * steps.length) return sign
    }
  return 0
}
