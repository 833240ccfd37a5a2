// What the register decides: which change a state allows, what a deposit may take, and what to deposit when.
import type { Cents } from '../money.ts'
import { addDays, formatDate, type IsoDate } from '../time.ts'
import type { Cheque } from './cheque.ts'
import { type ChequeEvent, type ChequeState, chequeLife, chequeStateNames } from './cheque-life.ts'

/** Those that the office presses. Depositing is a deposit's, and completing is what any change of a typed one does. */
const pressed = ['return', 'takeOut', 'clear', 'unclear', 'bounce'] as const satisfies ChequeEvent[]

/** The event that leads from one state to another; undefined where the office can't press it. */
export const eventTo = (from: ChequeState, to: ChequeState) => pressed.find((event) => chequeLife.after(from, event) === to)

/** What a cheque in this state says of how it is spent: nothing pays any more once it bounced or was returned. */
export const isPaying = (state: ChequeState): boolean => state !== 'bounced' && state !== 'returned'

/** Everything may change while it is at hand; what was deposited keeps what the bank has read on it. */
export const mayChange = (state: ChequeState): 'everything' | 'words' | 'nothing' =>
  state === 'typed' || state === 'held' ? 'everything' : isPaying(state) ? 'words' : 'nothing'

export const mayBeDated = (depositedOn: IsoDate, today: IsoDate): boolean => depositedOn <= addDays(today, 7)

/** Why a deposit of this day can't take it; undefined if it can. */
export function depositTrouble({ number, state, dated }: Pick<Cheque, 'number' | 'state' | 'dated'>, day: IsoDate): string | undefined {
  const name = number === null ? 'Ce chèque' : `Le chèque ${number}`
  if (state === 'typed') return `${name} n’a pas de numéro\u00a0: complétez-le d’abord.`
  if (!chequeLife.after(state, 'deposit')) return `${name} ne peut pas être déposé\u00a0: «\u00a0${chequeStateNames[state]}\u00a0».`
  if (dated > day) return `${name} est daté du ${formatDate(dated)}\u00a0: il ne peut pas être déposé avant.`
  return undefined
}

/** From Sunday to Saturday, or the month. */
export type Span = 'week' | 'month'

/** The first day of a span: a cheque dated in it is deposited in it. */
export function spanStart(day: IsoDate, span: Span): IsoDate {
  if (span === 'month') return `${day.slice(0, 7)}-01`
  return addDays(day, -new Date(`${day}T00:00:00Z`).getUTCDay())
}

export interface Slot<C> {
  /** Null: their day has come. */
  from: IsoDate | null
  cheques: C[]
  amount: Cents
}

/** What is at hand, by when it can be deposited: first what can be today, then span by span. */
export function depositCalendar<C extends Pick<Cheque, 'dated' | 'amount' | 'state'>>(
  cheques: readonly C[],
  today: IsoDate,
  span: Span,
): Slot<C>[] {
  const held = cheques.filter(({ state }) => state === 'held').toSorted((a, b) => a.dated.localeCompare(b.dated))
  const slots = Map.groupBy(held, ({ dated }) => (dated <= today ? null : spanStart(dated, span)))
  return [...slots].map(([from, own]) => ({ from, cheques: own, amount: own.reduce((sum, { amount }) => sum + amount, 0) }))
}

/** Months after which a Canadian bank may refuse a cheque (Payments Canada, rule A4). */
const goodMonths = 6

/** Whether a cheque at hand may be refused for its age. */
export function isStale({ dated, state }: Pick<Cheque, 'dated' | 'state'>, today: IsoDate): boolean {
  if (state !== 'held') return false
  const [year = 0, month = 0, day = 0] = dated.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + goodMonths, day)).toISOString().slice(0, 10) < today
}

export interface Owed {
  contractId: string
  left: Cents
  /** Of the first instalment that isn't paid; null if all is. */
  nextDueDate: IsoDate | null
}

/** How an amount is most likely meant: what is due first is paid first. What is too much stays unassigned. */
export function spread(amount: Cents, owed: readonly Owed[]): { contractId: string; amount: Cents }[] {
  let rest = amount
  const inOrder = owed.toSorted((a, b) => (a.nextDueDate ?? '9').localeCompare(b.nextDueDate ?? '9'))
  const parts = inOrder.map(({ contractId, left }) => {
    const part = Math.min(left, rest)
    rest -= part
    return { contractId, amount: part }
  })
  return owed.map(({ contractId }) => ({ contractId, amount: parts.find((part) => part.contractId === contractId)?.amount ?? 0 }))
}
