import * as z from 'zod'
import { call, slice } from '../call.ts'
import { roles } from '../roles.ts'
import { email, id, named, password } from '../wire.ts'

/** `local` outlives the browser, `session` ends with it, `none` ends with the page. */
const persistences = ['local', 'session', 'none'] as const
export type Persistence = (typeof persistences)[number]
export const persistence = z.enum(persistences).default('local')

const user = named(
  'User',
  z.object({
    uid: id,
    email: z.string(),
    emailVerified: z.boolean(),
    claims: z.object({ role: z.enum(roles).nullable(), companyId: id.nullable() }),
    /** The user must set up a second factor before anything else. */
    lacksSecondFactor: z.literal(true).optional(),
  }),
)
export type User = z.infer<typeof user>

export const session = named('Session', z.object({ token: z.string(), user, refreshToken: z.string().optional() }))
export type Session = z.infer<typeof session>

/** A code from an e-mail, or a token: opaque and short. */
export const code = z.string().max(500)

export const identityCalls = slice('identity', {
  signIn: call('POST /identity/sign-in', {
    who: 'anyone',
    input: {
      email: z.string().trim().toLowerCase().max(255),
      password: z.string().max(200),
      code: z.string().max(50).optional(),
      persistence,
    },
    outside: true, // hashing is slow, even for a caller with a token
    returns: session,
    summary:
      'Signs in with e-mail and password. After five failures for an e-mail, a captcha is required. ' +
      'With a second factor: its code too, or 401 `second-factor` with a ticket for the second step',
  }),

  signInWithToken: call('POST /identity/sign-in-with-token', {
    who: 'anyone',
    input: { token: code, persistence },
    limits: [{ by: 'address', max: 200, seconds: 900 }],
    returns: session,
    summary: 'Opens a client session with the token of a sign-in link',
  }),

  refreshToken: call('POST /identity/token', {
    who: 'anyone',
    input: { refreshToken: code.optional() },
    returns: session,
    summary: 'A new identity token, for the session cookie or a refresh token',
  }),

  signOut: call('POST /identity/sign-out', {
    who: 'anyone',
    input: { refreshToken: z.unknown().optional() },
    forgets: true,
    summary: 'Ends the session; always 200',
  }),

  verifyResetCode: call('POST /identity/reset-code/verify', {
    who: 'anyone',
    input: { code: code.optional() },
    limits: [{ by: 'address', max: 200, seconds: 900 }],
    returns: z.object({ email: z.string() }),
    summary: 'The account whose password a reset code can change',
  }),

  confirmResetCode: call('POST /identity/reset-code/confirm', {
    who: 'anyone',
    input: { code: code.optional(), password: z.unknown().optional() },
    outside: true,
    limits: [{ by: 'address', max: 200, seconds: 900 }],
    summary: 'Sets a new password with a reset code; ends every session',
  }),

  updatePassword: call('PUT|PATCH /identity/password', {
    who: 'signed-in',
    outside: true,
    input: { password },
    errorsUnder: { password: 'account.password' },
    summary: 'Changes the caller’s own password; needs a recent sign-in and ends the other sessions',
  }),

  sendEmailVerification: call('POST /identity/email-verification', {
    who: 'signed-in',
    withoutFactor: true,
    summary: 'Sends the e-mail that confirms the caller’s address',
  }),

  confirmEmail: call('POST /identity/email-verification/confirm', {
    who: 'anyone',
    input: { code: code.optional() },
    limits: [{ by: 'address', max: 200, seconds: 900 }],
    returns: z.object({ email: z.string() }),
    summary: 'Confirms an address, or a new one, with the code of the e-mailed link',
  }),

  deleteUser: call('DELETE /identity/user', {
    who: 'signed-in',
    forgets: true,
    summary: 'Deletes the caller’s own account; needs a recent sign-in',
  }),

  retrieveSignInLinkToken: call('POST /authentication/retrieve/sign-in-link-token', {
    who: 'anyone',
    input: { email, code: code.optional(), contractId: id.optional() },
    limits: [{ by: 'address', max: 200, seconds: 900 }],
    returns: z.object({ token: z.string() }),
    summary: 'Exchanges the code of a sign-in link for a token that signs in',
  }),
})
