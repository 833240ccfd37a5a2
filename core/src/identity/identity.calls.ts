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
      'E-mail and password for a session; after five failures on an e-mail the captcha is asked for. Where there is a second factor: its code too, or 401 `second-factor` with a ticket for the second step',
  }),

  signInWithToken: call('POST /identity/sign-in-with-token', {
    who: 'anyone',
    input: { token: code, persistence },
    limits: [{ by: 'address', max: 200, seconds: 900 }],
    returns: session,
    summary: 'The token got for a sign-in link, for a client session',
  }),

  refreshToken: call('POST /identity/token', {
    who: 'anyone',
    input: { refreshToken: code.optional() },
    returns: session,
    summary: 'A fresh identity token, by the session cookie or the refresh token',
  }),

  signOut: call('POST /identity/sign-out', {
    who: 'anyone',
    input: { refreshToken: z.unknown().optional() },
    forgets: true,
    summary: 'End the session; always 200',
  }),

  verifyResetCode: call('POST /identity/reset-code/verify', {
    who: 'anyone',
    input: { code: code.optional() },
    limits: [{ by: 'address', max: 200, seconds: 900 }],
    returns: z.object({ email: z.string() }),
    summary: 'Whose password a reset code may change',
  }),

  confirmResetCode: call('POST /identity/reset-code/confirm', {
    who: 'anyone',
    input: { code: code.optional(), password: z.unknown().optional() },
    outside: true,
    limits: [{ by: 'address', max: 200, seconds: 900 }],
    summary: 'Choose a new password with a reset code; ends every session',
  }),

  updatePassword: call('PUT|PATCH /identity/password', {
    who: 'signed-in',
    outside: true,
    input: { password },
    errorsUnder: { password: 'account.password' },
    summary: 'A new password for oneself; needs a recent sign-in, ends the other sessions',
  }),

  sendEmailVerification: call('POST /identity/email-verification', {
    who: 'signed-in',
    withoutFactor: true,
    summary: 'Send the e-mail that proves one’s address',
  }),

  confirmEmail: call('POST /identity/email-verification/confirm', {
    who: 'anyone',
    input: { code: code.optional() },
    limits: [{ by: 'address', max: 200, seconds: 900 }],
    returns: z.object({ email: z.string() }),
    summary: 'Follow the link that proves an address, or a new one',
  }),

  deleteUser: call('DELETE /identity/user', {
    who: 'signed-in',
    forgets: true,
    summary: 'Delete one’s own account; needs a recent sign-in',
  }),

  retrieveSignInLinkToken: call('POST /authentication/retrieve/sign-in-link-token', {
    who: 'anyone',
    input: { email, code: code.optional(), contractId: id.optional() },
    limits: [{ by: 'address', max: 200, seconds: 900 }],
    returns: z.object({ token: z.string() }),
    summary: 'Exchange the code of a sign-in link for a token that signs in',
  }),
})
