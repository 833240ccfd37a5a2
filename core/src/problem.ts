/** Errors of a form, by envelope then by path: `{account: {email: 'Ce champ requiert un courriel valide.'}}`. */
export type FormErrors = Record<string, Record<string, string>>

/** Decides how a message is styled. */
export type Tone = 'success' | 'warning' | 'failure'

/** The body of a refused call. `message` is French and fit to be shown. */
export interface ProblemBody {
  message: string
  type: Tone
  formErrors?: FormErrors
  /** For programs: `requires-recent-login`, `company-changed`, `wrong-password`… */
  code?: string
  conflicts?: { id: string; message: string }[]
  /** With a 429 or a 503: seconds until a retry makes sense. */
  retryAfter?: number
  /** With `second-factor`: the ticket for the second step. */
  ticket?: string
  /** With a 500 only: what to quote when asking for help. */
  requestId?: string
}

/** A refusal that the caller should read: thrown where the fact is known, caught only by HTTP, jobs and screens. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly status: number
  readonly body: ProblemBody

  constructor(status: number, message: string, more: Omit<Partial<ProblemBody>, 'message'> = {}) {
    super(message)
    this.status = status
    this.body = { message, type: status === 409 ? 'warning' : 'failure', ...more }
  }
}

const invalidInformation = 'L’information que vous tentez de sauvegarder est invalide.'

/** 422: `formErrors` says what is wrong in each field, the message sums it up. */
export const invalid = (formErrors: FormErrors, code?: string) =>
  new Problem(422, invalidInformation, { formErrors, ...(code && { code }) })

/** 404, also for records in another company or out of scope, so that their existence is not revealed. */
export const notFound = (what: string) => new Problem(404, `${what} introuvable.`)

/** 401: no token, or one that is no longer valid. The web client then refreshes it, once. */
export const unauthenticated = () => new Problem(401, 'Veuillez vous connecter.', { code: 'unauthenticated' })

export const forbidden = (message = 'Vous n’avez pas le droit de faire cela.', code?: string) =>
  new Problem(403, message, code ? { code } : {})

export const tooMany = (retryAfter: number) =>
  new Problem(429, 'Trop de tentatives. Veuillez réessayer dans quelques minutes.', { code: 'too-many-requests', retryAfter })

/** A 429 of another kind: one company asks for more than its share of the server at once. */
export const busy = () =>
  new Problem(429, 'Le serveur est très occupé. Veuillez réessayer dans un instant.', { code: 'busy', retryAfter: 1 })

/** 503: too many callers wait at once. */
export const overloaded = () =>
  new Problem(503, 'Le serveur est très occupé. Veuillez réessayer dans un instant.', { code: 'busy', retryAfter: 5 })

/** Why nothing leaves a company yet. */
export const unprovenOwner = 'Le courriel d’un propriétaire doit d’abord être confirmé\u00a0: d’ici là, rien ne part de la compagnie.'
export const emailUnproven = () => conflict(unprovenOwner, { code: 'email-unproven' })

/** 409: well formed, but the state forbids it. */
export const conflict = (message: string, more: Omit<Partial<ProblemBody>, 'message'> = {}) => new Problem(409, message, more)
