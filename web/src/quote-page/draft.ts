// What a resident has said so far: a reload loses nothing of it, and once it is sent it is forgotten.
import type { Place } from '@bordee/core/addresses/addresses.calls.ts'
import type { Point, Polygon } from '@bordee/core/geo.ts'
import { type QuoteFields, quoteFields } from '@bordee/core/quotes/quote-request.ts'

export interface Draft {
  /** Sent again after a lost answer, it is the same request. */
  requestId: string
  /** Whether it may have arrived already. */
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

/** What is wrong, by field. */
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
    return blank() // a browser that keeps nothing for pages in frames
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

/** Answered otherwise, what was already sent is another request. */
export const changed = (draft: Draft, changes: Partial<Draft>): Draft => ({ ...draft, ...(draft.isTried && afresh()), ...changes })

/** What makes a draft another request. */
export const afresh = () => ({ requestId: crypto.randomUUID(), isTried: false })

/** By the schema that the server reads it by: what is sent, or what is wrong. */
export function checked({ requestId: _, isTried: __, step: ___, ...draft }: Draft): { quote: QuoteFields } | { problems: Problems } {
  const { data, error } = quoteFields.safeParse(draft)
  if (data) return { quote: data }
  return { problems: byField(error.issues.map(({ path, message }) => [path.join('.'), message] as const)) }
}

/** The first of each field. An address is chosen as a whole: what is wrong with a part of it is said there. */
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

/** Where one goes back to: the first step that something is wrong with. */
export const firstWrong = (problems: Problems): Step | undefined =>
  ([0, 1, 2] as const).find((step) => Object.keys(ofStep(problems, step)).length > 0)

/** « 12, rue Saint-Jean, Québec, QC G1R 4P5 ». */
export function addressText({ civicNumber, apartment, street, city, state, zip }: Omit<Place, 'location'>): string {
  return [civicNumber, street, apartment && `app. ${apartment}`, city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')
}
