// The resident's draft. It survives a reload, and is deleted once sent.
import type { Place } from '@bordee/core/addresses/addresses.calls.ts'
import type { Point, Polygon } from '@bordee/core/geo.ts'
import { type QuoteFields, quoteFields } from '@bordee/core/quotes/quote-request.ts'

export interface Draft {
  /** Makes a retry after a lost answer count as the same request. */
  requestId: string
  /** Whether the server may have received it already. */
  isTried: boolean
  step: Step
  address: string
  location: Point | null
  addressParts: Omit<Place, 'location'> | null
  polygon: Polygon | null
  size: string
  slope: string
  coating: string
  hasTempo: boolean
  wantAlerts: boolean
  additionalInformation: string
  firstname: string
  lastname: string
  email: string
  phone: string
}

export const steps = ['Adresse', 'Entrée', 'Contact'] as const
export type Step = 0 | 1 | 2

/** Error messages by field. */
export type Problems = Partial<Record<string, string>>

const fieldsOfSteps: readonly (readonly string[])[] = [
  ['address', 'polygon'],
  ['size', 'slope', 'coating', 'hasTempo', 'additionalInformation'],
  ['wantAlerts', 'firstname', 'lastname', 'email', 'phone'],
]

const key = (companyId: string | null) => `bordee:quote:${companyId ?? ''}`

const blank = (): Draft => ({
  requestId: crypto.randomUUID(),
  isTried: false,
  step: 0,
  address: '',
  location: null,
  addressParts: null,
  polygon: null,
  size: '',
  slope: '',
  coating: '',
  hasTempo: false,
  wantAlerts: false,
  additionalInformation: '',
  firstname: '',
  lastname: '',
  email: '',
  phone: '',
})

export function readDraft(companyId: string | null): Draft {
  try {
    return { ...blank(), ...(JSON.parse(sessionStorage.getItem(key(companyId)) ?? '{}') as Partial<Draft>) }
  } catch {
    return blank() // some browsers block storage for framed pages
  }
}

export function keepDraft(companyId: string | null, draft: Draft | null) {
  try {
    if (draft) sessionStorage.setItem(key(companyId), JSON.stringify(draft))
    else sessionStorage.removeItem(key(companyId))
  } catch {
    return
  }
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
