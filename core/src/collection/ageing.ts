// What clients owe, by how late it is (docs/product/collection.md).
import * as z from 'zod'
import type { Cents } from '../money.ts'
import type { IsoDate } from '../time.ts'
import { id, instant, named, plausibleDay, text } from '../wire.ts'

const cents = z.int()
const day = z.iso.date()

/** Not due yet, then by days past due. */
export const ages = ['notDue', 'upTo30', 'upTo60', 'upTo90', 'beyond'] as const
export type Age = (typeof ages)[number]
export const ageNames: Record<Age, string> = {
  notDue: 'À venir',
  upTo30: '0 à 30 jours',
  upTo60: '31 à 60 jours',
  upTo90: '61 à 90 jours',
  beyond: 'Plus de 90 jours',
}

const amounts = z.object({ notDue: cents, upTo30: cents, upTo60: cents, upTo90: cents, beyond: cents })

/** What is left of an instalment of a contract, or of an invoice. */
const receivable = named(
  'Receivable',
  z.object({
    kind: z.enum(['contract', 'invoice']),
    /** The contract's or the invoice's. */
    id,
    number: z.string(),
    dueDate: day,
    amountLeft: cents,
    age: z.enum(ages),
  }),
)
export type Receivable = z.infer<typeof receivable>

const stop = z.object({ id, fromDay: day, untilDay: day.nullable(), stoppedBy: z.string(), resumedBy: z.string().nullable() })
export type ServiceStop = z.infer<typeof stop>

/** One client's. */
const agedClient = named(
  'AgedClient',
  z.object({
    /** The client's, or the name that papers of a deleted folder still have. */
    id: z.string(),
    clientId: id.nullable(),
    clientName: z.string(),
    clientNumber: z.string().nullable(),
    ...amounts.shape,
    /** Paid beyond what it was for, on contracts and invoices. */
    overpaid: cents,
    /** All that is left, less what is overpaid. */
    balance: cents,
    /** Cheques at hand or deposited: the figures count them as paid already. */
    waitingCheques: cents,
    followUpOn: day.nullable(),
    /** From when on the service is stopped. */
    stoppedFrom: day.nullable(),
  }),
)
export type AgedClient = z.infer<typeof agedClient>

export const ageing = named('Ageing', z.object({ day, clients: z.array(agedClient) }))

export const collectionNoteFields = z.object({
  id,
  clientId: id,
  text: text(1000).meta({ title: 'Note' }),
  followUpOn: plausibleDay.nullable().meta({ title: 'Prochain suivi' }),
})
export type CollectionNoteFields = z.output<typeof collectionNoteFields>

const note = z.object({ id, text: z.string(), followUpOn: day.nullable(), writtenBy: z.string(), createdAt: instant })

export const clientAgeing = named(
  'ClientAgeing',
  z.object({
    ...agedClient.shape,
    clientId: id,
    clientPhone: z.string().nullable(),
    clientEmail: z.string().nullable(),
    receivables: z.array(receivable),
    /** Newest first, as are the stops. */
    notes: z.array(note),
    stops: z.array(stop),
  }),
)
export type ClientAgeing = z.infer<typeof clientAgeing>

export const stopFields = z.object({ id, clientId: id, fromDay: z.iso.date('Entrez un jour.') })
export type StopFields = z.output<typeof stopFields>
export const resumeFields = z.object({ untilDay: z.iso.date('Entrez un jour.') })

/** Late from the day after it was due. */
export function ageOf(dueDate: IsoDate, today: IsoDate): Age {
  const late = (Date.parse(today) - Date.parse(dueDate)) / 86_400_000
  if (late <= 0) return 'notDue'
  if (late <= 30) return 'upTo30'
  if (late <= 60) return 'upTo60'
  return late <= 90 ? 'upTo90' : 'beyond'
}

export function agedAmounts(receivables: readonly Pick<Receivable, 'age' | 'amountLeft'>[]): Record<Age, Cents> {
  const sums: Record<Age, Cents> = { notDue: 0, upTo30: 0, upTo60: 0, upTo90: 0, beyond: 0 }
  for (const { age, amountLeft } of receivables) sums[age] += amountLeft
  return sums
}

export const sumOfAges = (sums: Record<Age, Cents>): Cents => ages.reduce((all, age) => all + sums[age], 0)
export const lateOf = (sums: Record<Age, Cents>): Cents => sumOfAges(sums) - sums.notDue

/** Stopped today or from a later day on. */
export const openStop = (stops: readonly ServiceStop[], today: IsoDate): ServiceStop | undefined =>
  stops.find(({ untilDay, fromDay }) => untilDay === null || (untilDay > today && untilDay > fromDay))
