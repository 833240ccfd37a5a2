// The lines of a bank's file that bring money in.
import type { Cents } from '../money.ts'
import { fold } from '../text.ts'
import type { IsoDate } from '../time.ts'
import { type BankColumns, readBankAmount, readBankDay } from './columns.ts'

interface ReadLine {
  day: IsoDate
  amount: Cents
  description: string
  reference: string | null
  /** Its words, whatever the columns are: what makes it the same line in another file. */
  print: string
  /** From 1 on: among the equal lines of one day in one file. */
  nth: number
}

export interface ReadFile {
  lines: ReadLine[]
  /** Of what went out. */
  others: number
  /** As a spreadsheet numbers them: rows whose day or amount can't be read. */
  unread: number[]
  /** The digits of the account, where the file says it. */
  accounts: string[]
}

const longest = 300

export function linesIn(rows: readonly string[][], columns: BankColumns): ReadFile {
  const file: ReadFile = { lines: [], others: 0, unread: [], accounts: [] }
  const [counts, accounts] = [new Map<string, number>(), new Set<string>()]
  for (const [i, row] of rows.entries()) {
    if (columns.hasHeadings && i === 0) continue
    const [day, amount] = [readBankDay(row[columns.date] ?? '', columns.dayOrder), readBankAmount(row[columns.amount] ?? '')]
    const isEmpty = !(row[columns.amount] ?? '').trim()
    if (day === undefined || (amount === undefined && !isEmpty)) file.unread.push(i + 1)
    const digits = columns.account === null ? '' : (row[columns.account] ?? '').replace(/\D/g, '')
    if (day !== undefined && digits) accounts.add(digits)
    if (day === undefined || amount === undefined || amount <= 0) {
      if (day !== undefined && (isEmpty || amount !== undefined)) file.others++
      continue
    }
    const print = printOf(row, columns)
    const key = `${day} ${amount} ${print}`
    const nth = (counts.get(key) ?? 0) + 1
    counts.set(key, nth)
    const description = columns.description.flatMap((place) => row[place] || []).join(' ')
    const reference = columns.reference === null ? null : row[columns.reference] || null
    file.lines.push({ day, amount, description: cut(description), reference: reference && cut(reference), print, nth })
  }
  file.accounts = [...accounts]
  return file
}

const cut = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').slice(0, longest)

/** Sequence numbers and balances may differ from one file to the next; words don't. */
const printOf = (row: readonly string[], { date }: BankColumns) =>
  row
    .flatMap((cell, i) => (i !== date && /\p{L}/u.test(cell) ? fold(cell, { punctuation: 'drop' }) : []))
    .join(' ')
    .slice(0, 2 * longest)
