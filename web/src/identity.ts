// The identity client: who is signed in, and the token that proves it.
import { identityCalls, type Persistence, type Session, type User } from '@bordee/core/identity/identity.calls.ts'
import { Problem } from '@bordee/core/problem.ts'
import { ask } from './api.ts'

const identityErrorKinds = [
  'not-authenticated',
  'invalid-email',
  'user-disabled',
  'user-not-found',
  'wrong-password',
  'email-already-in-use',
  'weak-password',
  'internal-error',
] as const
export type IdentityErrorKind = (typeof identityErrorKinds)[number]

/** The only error this client throws. Its cause is the server's refusal, if there was one. */
export class IdentityError extends Error {
  readonly kind: IdentityErrorKind
  /** The server's own code: `requires-recent-login`, `captcha-required`, `expired-action-code`… */
  readonly code: string | undefined

  constructor(kind: IdentityErrorKind, message: string, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
    this.code = cause instanceof Problem ? cause.body.code : undefined
  }
}

const kinds: Record<string, IdentityErrorKind> = {
  unauthenticated: 'not-authenticated',
  ...Object.fromEntries(identityErrorKinds.map((kind) => [kind, kind])),
}

async function identified<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const code = error instanceof Problem ? error.body.code : undefined
    throw new IdentityError(kinds[code ?? ''] ?? 'internal-error', error instanceof Error ? error.message : String(error), error)
  }
}

/** `wasReplaced`: another tab signed in as someone else, and this tab just found out. */
type Listener = (user: User | null, wasReplaced: boolean) => void

/** Renew the token this long before it expires, so that it doesn't expire during a call. */
const marginMs = 30_000

export class IdentityClient {
  #user: User | null = null
  #token: string | null = null
  #renewAt = 0
  /** Only set with persistence `none`; otherwise the refresh token is in a cookie that scripts can't read. */
  #refreshToken: string | undefined
  /** « local » by default, because a session found in the browser was kept there on purpose. */
  #persistence: Persistence = 'local'
  #renewing: Promise<string | null> | undefined
  readonly #listeners = new Set<Listener>()

  get user() {
    return this.#user
  }

  get persistence() {
    return this.#persistence
  }

  get tokenAtHand() {
    return this.#token
  }

  onChange(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Resumes the session kept by the browser, if there is one. */
  async resume(): Promise<User | null> {
    await this.token(true)
    return this.#user
  }

  async token(force = false): Promise<string | null> {
    if (!force && (!this.#token || Date.now() < this.#renewAt)) return this.#token
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = undefined
    })
    return this.#renewing
  }

  /** `code`: the second factor's code, if already known. */
  async signIn(
    email: string,
    password: string,
    { persistence = 'local', captcha, code }: { persistence?: Persistence; captcha?: string; code?: string } = {},
  ): Promise<User> {
    return this.enterBy(ask(identityCalls.signIn, { email, password, code, persistence }, captcha ? { captcha } : {}), persistence)
  }

  /** Keeps the session returned by a sign-in, by password or by second factor. */
  async enterBy(answer: Promise<Session>, persistence: Persistence): Promise<User> {
    const session = await identified(answer)
    this.#persistence = persistence
    return this.#keep(session)
  }

  /** Signs in again for an action that requires a recent sign-in. The persistence stays the same. */
  async signInAgain(password: string, captcha?: string): Promise<User> {
    if (!this.#user) throw new IdentityError('not-authenticated', 'Nobody is signed in.')
    return this.signIn(this.#user.email, password, { persistence: this.#persistence, ...(captcha && { captcha }) })
  }

  async signInWithToken(token: string): Promise<User> {
    return this.#keep(await identified(ask(identityCalls.signInWithToken, { token })))
  }

  async signOut(): Promise<void> {
    const refreshToken = this.#refreshToken
    await identified(ask(identityCalls.signOut, refreshToken ? { refreshToken } : {}))
    this.#forget()
  }

  async verifyResetCode(code: string | undefined): Promise<string> {
    return (await identified(ask(identityCalls.verifyResetCode, code ? { code } : {}))).email
  }

  async confirmReset(code: string, password: string): Promise<void> {
    await identified(ask(identityCalls.confirmResetCode, { code, password }))
  }

  async updatePassword(password: string): Promise<void> {
    if (!this.#user) throw new IdentityError('not-authenticated', 'Cannot update password of unauthenticated user.')
    await identified(ask(identityCalls.updatePassword, { password }))
    await this.token(true)
  }

  async sendEmailVerification(): Promise<void> {
    if (!this.#user) throw new IdentityError('not-authenticated', 'Cannot send email verification on unauthenticated user.')
    await identified(ask(identityCalls.sendEmailVerification))
  }

  async confirmEmail(code: string): Promise<string> {
    const { email } = await identified(ask(identityCalls.confirmEmail, { code }))
    if (this.#user) await this.token(true)
    return email
  }

  async deleteUser(): Promise<void> {
    if (!this.#user) throw new IdentityError('not-authenticated', 'Cannot delete unauthenticated user.')
    await identified(ask(identityCalls.deleteUser))
    this.#forget()
  }

  async #renew(): Promise<string | null> {
    try {
      const session = await ask(identityCalls.refreshToken, this.#refreshToken ? { refreshToken: this.#refreshToken } : {})
      this.#keep(session, this.#user !== null)
    } catch (error) {
      // Only a 401 from the server ends a session; a lost network does not.
      if (!(error instanceof Problem) || error.status !== 401) throw error
      this.#forget()
    }
    return this.#token
  }

  #keep(session: Session, isRenewal = false): User {
    const changed = this.#user?.uid !== session.user.uid
    this.#token = session.token
    this.#refreshToken = session.refreshToken
    this.#renewAt = expiryOf(session.token) - marginMs
    this.#user = session.user
    if (changed) for (const listener of this.#listeners) listener(session.user, isRenewal)
    return session.user
  }

  #forget() {
    const changed = this.#user !== null
    this.#token = this.#user = null
    this.#refreshToken = undefined
    if (changed) for (const listener of this.#listeners) listener(null, false)
  }
}

function expiryOf(token: string): number {
  const [, payload = ''] = token.split('.')
  const { exp } = JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/'))) as { exp: number }
  return exp * 1000
}
