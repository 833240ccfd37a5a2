// Which line of a bank's file pays what. A sure match is ticked; a likely one is proposed; the others are left to a person.
import type { Cents } from '../money.ts'
import { fold } from '../text.ts'
import { addDays, type IsoDate } from '../time.ts'

export const matchLevels = ['sure', 'likely', 'none'] as const
export type MatchLevel = (typeof matchLevels)[number]
export const matchLevelNames: Record<MatchLevel, string> = { sure: 'Sûre', likely: 'Probable', none: 'À classer' }

export const matchReasons = [
  'code',
  'code-amount',
  'number',
  'name-amount',
  'name',
  'amount',
  'deposit',
  'beyond',
  'several',
  'nothing',
] as const
export type MatchReason = (typeof matchReasons)[number]
export const matchReasonNames: Record<MatchReason, string> = {
  code: 'Code de virement',
  'code-amount': 'Code de virement et montant',
  number: 'Numéro de facture ou de contrat',
  'name-amount': 'Nom et montant',
  name: 'Nom',
  amount: 'Montant seulement',
  deposit: 'Dépôt de chèques',
  beyond: 'Dépasse ce que le client doit',
  several: 'Plusieurs clients possibles',
  nothing: 'Rien ne correspond',
}

/** What a signed contract or an issued invoice still expects. */
export interface Owing {
  contractId: string | null
  invoiceId: string | null
  number: string
  clientId: string | null
  clientName: string
  /** « BQ-7F3K » */
  code: string | null
  /** In the order in which they are due. */
  dues: readonly { dueDate: IsoDate; left: Cents }[]
}

export interface DepositSum {
  id: string
  amount: Cents
  depositedOn: IsoDate
}

interface Line {
  id: string
  day: IsoDate
  amount: Cents
  description: string
  reference: string | null
}

export interface Part {
  contractId: string | null
  invoiceId: string | null
  amount: Cents
}
export interface Match {
  level: MatchLevel
  reason: MatchReason
  parts: Part[]
  depositId: string | null
}

const none = (reason: MatchReason): Match => ({ level: 'none', reason, parts: [], depositId: null })

/** An amount, over what is due, first what is due first. Returns the parts, and what is too much. */
export function spreadOver(amount: Cents, owings: readonly Owing[]): { parts: Part[]; rest: Cents } {
  const dues = owings
    .flatMap((owing) => owing.dues.map((due) => ({ ...due, owing })))
    .toSorted((a, b) => a.dueDate.localeCompare(b.dueDate))
  const paid = new Map<Owing, Cents>()
  let rest = amount
  for (const { owing, left } of dues) {
    const part = Math.min(rest, left)
    if (part > 0) paid.set(owing, (paid.get(owing) ?? 0) + part)
    rest -= part
  }
  const parts = [...paid].map(([{ contractId, invoiceId }, part]) => ({ contractId, invoiceId, amount: part }))
  return { parts, rest }
}

/** The amounts that someone who pays this in one piece may mean: a due, all that is due up to one, or everything. */
function usualAmounts({ dues }: Pick<Owing, 'dues'>): Cents[] {
  let upTo = 0
  const amounts = dues.flatMap(({ left }) => {
    upTo += left
    return [left, upTo]
  })
  return [...new Set(amounts)]
}

const wordsOf = (text: string) => fold(text, { punctuation: 'drop' }).split(' ').filter(Boolean)
const small = new Set(['de', 'du', 'des', 'la', 'le', 'les', 'et', 'inc', 'ltee', 'enr', 'senc', 'm', 'mme', 'and', 'the'])
const nameWords = (name: string) => wordsOf(name).filter((word) => word.length > 1 && !small.has(word))
const codeIn = /bq[\s-]?([a-z0-9]{4})(?![a-z0-9])/gi

/** Clients, by what a line may say of them. */
interface Debtor {
  owings: Owing[]
  words: string[]
}

export function matchLines(lines: readonly Line[], owings: readonly Owing[], deposits: readonly DepositSum[]): Map<string, Match> {
  const book = new Book(owings)
  const found = new Map<string, Match>()
  const open = new Set(deposits)
  for (const rule of [byCode, byNumber, byDeposit(open), byNameAndAmount, byName, byAmount])
    for (const line of lines) {
      const known = found.get(line.id)
      if (known && known.reason !== 'several') continue
      const match = rule(line, book)
      if (!match) continue
      found.set(line.id, match)
      book.take(match)
    }
  return new Map(lines.map(({ id }) => [id, found.get(id) ?? none('nothing')]))
}

type Rule = (line: Line, book: Book) => Match | undefined

/** What is owed, less what earlier lines of the file already pay: the same balance is never proposed twice. */
class Book {
  private readonly debtors = new Map<string, Debtor>()
  private readonly byCode = new Map<string, Debtor>()
  private readonly byNumber = new Map<string, Owing>()
  private readonly byWord = new Map<string, Debtor[]>()
  private readonly byAmount = new Map<Cents, Set<Debtor>>()
  private readonly paid = new Map<string, Cents>()

  constructor(owings: readonly Owing[]) {
    for (const owing of owings) {
      const key = owing.clientId ?? owing.contractId ?? owing.invoiceId ?? ''
      const debtor = this.debtors.get(key) ?? { owings: [], words: nameWords(owing.clientName) }
      debtor.owings.push(owing)
      this.debtors.set(key, debtor)
      if (owing.code) this.byCode.set(owing.code.slice(-4).toLowerCase(), debtor)
      this.byNumber.set(owing.number.toLowerCase(), owing)
    }
    const counts = new Map<string, number>()
    for (const { words } of this.debtors.values()) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
    for (const debtor of this.debtors.values()) {
      const [rarest] = debtor.words.toSorted((one, other) => (counts.get(one) ?? 0) - (counts.get(other) ?? 0))
      if (rarest) this.byWord.set(rarest, [...(this.byWord.get(rarest) ?? []), debtor])
      for (const amount of amountsOf(debtor.owings)) this.byAmount.set(amount, (this.byAmount.get(amount) ?? new Set()).add(debtor))
    }
  }

  coded = (text: string) => [...text.matchAll(codeIn)].flatMap(([, code = '']) => this.byCode.get(code.toLowerCase()) ?? [])[0]

  numbered(text: string) {
    const words = text.toLowerCase().match(/[a-z0-9][a-z0-9-]*[a-z0-9]/g) ?? []
    // A contract's bare number is too short to mean it by itself.
    return words.flatMap((word) => (/\D/.test(word) || word.length >= 6 ? (this.byNumber.get(word) ?? []) : []))[0]
  }

  /** Clients with their whole name in the text: at least two words, or a long one. */
  named(text: string): Debtor[] {
    const words = new Set(wordsOf(text))
    return [...words].flatMap((word) => (this.byWord.get(word) ?? []).filter((debtor) => isWhole(debtor, words)))
  }

  /** Those who may mean this amount, the first two that pass. */
  owing(amount: Cents, is: (debtor: Debtor) => boolean): Debtor[] {
    const found: Debtor[] = []
    for (const debtor of this.byAmount.get(amount) ?? []) {
      if (is(debtor) && amountsOf(this.open(debtor.owings)).has(amount)) found.push(debtor)
      if (found.length > 1) break
    }
    return found
  }

  /** What is still open of a client's. */
  open = (owings: readonly Owing[]): Owing[] =>
    owings.flatMap((owing) => {
      let paid = this.paid.get(keyOf(owing)) ?? 0
      const dues = owing.dues.flatMap(({ dueDate, left }) => {
        const part = Math.min(paid, left)
        paid -= part
        return left > part ? { dueDate, left: left - part } : []
      })
      return dues.length > 0 ? { ...owing, dues } : []
    })

  take({ parts }: Match) {
    for (const part of parts) this.paid.set(keyOf(part), (this.paid.get(keyOf(part)) ?? 0) + part.amount)
  }
}

const isWhole = ({ words }: Debtor, said: ReadonlySet<string>) =>
  words.every((word) => said.has(word)) && (words.length > 1 || (words[0] ?? '').length > 5)
const isPart = ({ words }: Debtor, said: ReadonlySet<string>) => words.some((word) => word.length > 3 && said.has(word))

const keyOf = ({ contractId, invoiceId }: Pick<Part, 'contractId' | 'invoiceId'>) => contractId ?? invoiceId ?? ''

/** Of each contract or invoice, of all of them, and of what is due by a day. */
const amountsOf = (owings: readonly Owing[]) => {
  const all = { dues: owings.flatMap(({ dues }) => dues).toSorted((a, b) => a.dueDate.localeCompare(b.dueDate)) }
  return new Set([all, ...owings].flatMap(usualAmounts))
}

/** All of it, on what it most likely means: one contract or invoice to which it is equal, or else what is due first. */
function paying(amount: Cents, owings: readonly Owing[], level: MatchLevel, reason: MatchReason): Match | undefined {
  const exact = owings.find((owing) => usualAmounts(owing).includes(amount))
  const { parts, rest } = spreadOver(amount, exact ? [exact] : owings)
  return rest > 0 ? undefined : { level, reason, parts, depositId: null }
}

const textOf = ({ description, reference }: Line) => `${description} ${reference ?? ''}`

const byCode: Rule = (line, book) => {
  const debtor = book.coded(textOf(line))
  if (!debtor) return undefined
  const open = book.open(debtor.owings)
  const isUsual = amountsOf(open).has(line.amount)
  return paying(line.amount, open, isUsual ? 'sure' : 'likely', isUsual ? 'code-amount' : 'code') ?? none('beyond')
}

const byNumber: Rule = (line, book) => {
  const owing = book.numbered(textOf(line))
  const open = owing && book.open([owing])
  const isUsual = open?.some((one) => usualAmounts(one).includes(line.amount))
  return open && paying(line.amount, open, isUsual ? 'sure' : 'likely', 'number')
}

/** Banks credit a deposit on its day, or some days later. */
const depositDays = 10

const byDeposit =
  (open: Set<DepositSum>): Rule =>
  (line) => {
    const fitting = [...open].filter(
      ({ amount, depositedOn }) => amount === line.amount && line.day >= depositedOn && line.day <= addDays(depositedOn, depositDays),
    )
    const [deposit] = fitting
    if (!deposit) return undefined
    open.delete(deposit)
    const isSaid = wordsOf(line.description).some((word) => /^(depots?|deposits?|dep|cheques?|guichet|comptoir)$/.test(word))
    return { level: isSaid && fitting.length === 1 ? 'sure' : 'likely', reason: 'deposit', parts: [], depositId: deposit.id }
  }

const byNameAndAmount: Rule = (line, book) => {
  const said = new Set(wordsOf(line.description))
  const whole = book.owing(line.amount, (debtor) => isWhole(debtor, said))
  const [only, ...others] = whole.length > 0 ? whole : book.owing(line.amount, (debtor) => isPart(debtor, said))
  if (!only) return undefined
  if (others.length > 0) return none('several')
  return paying(line.amount, book.open(only.owings), whole.length > 0 ? 'sure' : 'likely', 'name-amount')
}

const byName: Rule = (line, book) => {
  const [only, ...others] = book.named(line.description)
  return only && others.length === 0 ? paying(line.amount, book.open(only.owings), 'likely', 'name') : undefined
}

/** By itself, an amount proves nothing. One that is due soon, of a single client, is proposed. */
const byAmount: Rule = (line, book) => {
  const soon = addDays(line.day, 30)
  const [only, ...others] = book.owing(line.amount, ({ owings }) => owings.some(({ dues }) => dues.some(({ dueDate }) => dueDate <= soon)))
  if (!only) return undefined
  return others.length > 0 ? none('several') : paying(line.amount, book.open(only.owings), 'likely', 'amount')
}
