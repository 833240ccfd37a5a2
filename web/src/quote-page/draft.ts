// The resident's draft. It survives a reload, and is deleted once sent.
import type { Place } from '@bordee/core/addresses/addresses.calls.ts'
import { type QuoteFields, quoteFields } from '@bordee/core/quotes/quote-request.ts'
import { isOfKind } from '../ui/form/values.ts'
import { readStoredJson, writeStorage } from '../ui/storage.ts'

export interface Draft extends Omit<Typed<QuoteFields>, 'addressParts'> {
  /** Makes a retry after a lost answer count as the same request. */
  requestId: string
  /** Whether the server may have received it already. */
  isTried: boolean
  step: Step
  addressParts: Omit<Place, 'location'> | null
}

/** A text or a choice is empty while nothing is typed or chosen; what is neither that nor a switch is null. */
type Typed<V> = {
  [K in keyof V]: NonNullable<V[K]> extends string ? string : NonNullable<V[K]> extends boolean ? boolean : Readonly<V[K]> | null
}

export const steps = ['Adresse', 'Entrée', 'Contact'] as const
export type Step = 0 | 1 | 2

/** Error messages by field. */
export type Problems = Partial<Record<string, string>>

const { shape } = quoteFields
const ofAddress: readonly string[] = ['address', 'location', 'addressParts', 'polygon']
const ofContact: readonly string[] = ['wantAlerts', 'firstname', 'lastname', 'email', 'phone']
/** What is neither of the place nor of the person is said of the driveway. */
const ofEntry = Object.keys(shape).filter((field) => !ofAddress.includes(field) && !ofContact.includes(field))
const fieldsOfSteps = [ofAddress, ofEntry, ofContact]

const key = (companyId: string | null) => `bordee:quote:${companyId ?? ''}`

const blank = (): Draft => ({ ...afresh(), step: 0, ...blankFields })
const blankFields = Object.fromEntries(
  Object.entries(shape).map(([field, schema]) => [field, ['', false].find((nothing) => isOfKind(schema, nothing)) ?? null]),
) as unknown as Typed<QuoteFields> & Pick<Draft, 'addressParts'>

export function readDraft(companyId: string | null): Draft {
  return { ...blank(), ...(readStoredJson('sessionStorage', key(companyId)) as Partial<Draft> | undefined) }
}

export function keepDraft(companyId: string | null, draft: Draft | null) {
  writeStorage('sessionStorage', key(companyId), draft && JSON.stringify(draft))
}

/** A change after sending makes it a new request. */
export const changed = (draft: Draft, changes: Partial<Draft>): Draft => ({ ...draft, ...(draft.isTried && afresh()), ...changes })

export const afresh = () => ({ requestId: crypto.randomUUID(), isTried: false })

/** Validates with the server's schema: returns what to send, or the problems. */
export function checked({ requestId: _, isTried: __, step: ___, ...draft }: Draft): { quote: QuoteFields } | { problems: Problems } {
  const { data, error } = quoteFields.safeParse(draft)
  if (data) return { quote: data }
  return { problems: byField(error.issues.map(({ path, message }) => [path.join('.'), message] as const)) }
}

/** Keeps each field's first message. An address is chosen as a whole, so errors in its parts show at the address. */
export function byField(said: Iterable<readonly [path: string, message: string]>): Problems {
  const problems: Problems = {}
  for (const [path, message] of said) {
    const [first = ''] = path.split('.')
    problems[first === 'location' || first === 'addressParts' ? 'address' : first] ??= message
  }
  return problems
}

export const ofStep = (problems: Problems, step: Step): Problems =>
  Object.fromEntries(Object.entries(problems).filter(([field]) => fieldsOfSteps[step]?.includes(field)))

/** The first step with an error, to which the user is sent back. */
export const firstWrong = (problems: Problems): Step | undefined =>
  ([0, 1, 2] as const).find((step) => Object.keys(ofStep(problems, step)).length > 0)

/** « 12, rue Saint-Jean, Québec, QC G1R 4P5 ». */
export function addressText({ civicNumber, apartment, street, city, state, zip }: Omit<Place, 'location'>): string {
  return [civicNumber, street, apartment && `app. ${apartment}`, city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')
}
