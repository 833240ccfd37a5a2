/** Errors of a form, by envelope then by path: `{account: {email: 'Ce champ requiert un courriel valide.'}}`. */
export type FormErrors = Record<string, Record<string, string>>

/** Picks the style in which a message is shown. */
export type Tone = 'success' | 'warning' | 'failure'

/** What travels when a call is refused. `message` is French and fit to be shown. */
export interface ProblemBody {
  message: string
  type: Tone
  formErrors?: FormErrors
  /** For programs: `requires-recent-login`, `company-changed`, `wrong-password`… */
  code?: string
  conflicts?: { id: string; message: string }[]
  /** With a 429: in how many seconds to try again. */
  retryAfter?: number
  /** With `second-factor`: what the second step is taken with. */
  ticket?: string
  /** With a 500 only: what to quote when asking for help. */
  requestId?: string
}

/** A refusal that the caller is meant to read: thrown where the fact is known, caught only where HTTP, jobs and screens meet it. */
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

const invalidInformation = "L'information que vous tentez de sauvegarder est invalide."

/** 422: the fields say what is wrong, the message says it as a whole. */
export const invalid = (formErrors: FormErrors, code?: string) =>
  new Problem(422, invalidInformation, { formErrors, ...(code && { code }) })

/** 404, also for what lies in another company or outside one's scope: its existence is not told. */
export const notFound = (what: string) => new Problem(404, `${what} introuvable.`)

/** 401: no token, or one that is no longer good. The web client then refreshes it, once. */
export const unauthenticated = () => new Problem(401, 'Veuillez vous connecter.', { code: 'unauthenticated' })

export const forbidden = (message = 'Vous n’avez pas le droit de faire cela.', code?: string) =>
  new Problem(403, message, code ? { code } : {})

export const tooMany = (retryAfter: number) =>
  new Problem(429, 'Trop de tentatives. Veuillez réessayer dans quelques minutes.', { code: 'too-many-requests', retryAfter })

/** 429 of another kind: the same company asks for more at once than its share of the server. */
export const busy = () =>
  new Problem(429, 'Le serveur est très occupé. Veuillez réessayer dans un instant.', { code: 'busy', retryAfter: 1 })

/** 409: well formed, but the state forbids it. */
export const conflict = (message: string, more: Omit<Partial<ProblemBody>, 'message'> = {}) => new Problem(409, message, more)
