// Two-step verification, apart from the other identity calls so that the sign-in page doesn't load it.
import * as z from 'zod'
import { call, slice } from '../call.ts'
import { companyAdmins } from '../roles.ts'
import { named } from '../wire.ts'
import { code, persistence, session } from './identity.calls.ts'

/** Six digits from the phone, or a recovery code; spaces don't matter. */
const factorCode = z.string().trim().min(1, 'Ce champ est requis.').max(50)
const currentPassword = z.string().min(1, 'Ce champ est requis.').max(200)

const secondFactor = named(
  'SecondFactor',
  z.object({
    isOn: z.boolean(),
    /** This user can't do without it. */
    isRequired: z.boolean(),
    /** This user's role may have one. */
    isOffered: z.boolean(),
    since: z.iso.datetime().nullable(),
    recoveryCodesLeft: z.int(),
  }),
)
export type SecondFactor = z.infer<typeof secondFactor>

/** For changes that need more than an open session. */
const byPasswordAndCode = {
  who: 'signed-in',
  outside: true,
  input: { password: currentPassword, code: factorCode },
  errorsUnder: { password: 'factor.password', code: 'factor.code' },
} as const

const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
/** What the phone needs, by QR code or typed in. */
const phoneSecret = z.object({ secret: z.string(), uri: z.string() })
export type PhoneSecret = z.infer<typeof phoneSecret>

export const secondFactorCalls = slice('identity', {
  takeSecondStep: call('POST /identity/sign-in/second-step', {
    who: 'anyone',
    input: { ticket: code, code: factorCode, persistence },
    limits: [{ by: 'address', max: 200, seconds: 900 }],
    returns: session,
    summary: 'Opens a session with the ticket from the password step and a code of the second factor',
  }),

  getSecondFactor: call('GET /identity/second-factor', {
    who: 'signed-in',
    withoutFactor: true,
    returns: secondFactor,
    summary: 'Whether the caller has a second factor, may have one, and must',
  }),

  beginSecondFactor: call('POST /identity/second-factor', {
    who: companyAdmins,
    withoutFactor: true,
    returns: phoneSecret,
    summary: 'A new secret for the caller’s phone, effective once confirmed; needs a recent sign-in',
  }),

  confirmSecondFactor: call('POST /identity/second-factor/confirm', {
    who: companyAdmins,
    withoutFactor: true,
    input: { code: factorCode },
    errorsUnder: { code: 'factor.code' },
    returns: recoveryCodes,
    summary:
      'Switches the second factor on with the phone’s first code; answers recovery codes, shown once, ' + 'and ends the other sessions',
  }),

  beginNewPhone: call('POST /identity/second-factor/phone', {
    ...byPasswordAndCode,
    returns: phoneSecret,
    summary: 'A secret for another phone; the current phone stays effective until the new one is confirmed',
  }),

  confirmNewPhone: call('POST /identity/second-factor/phone/confirm', {
    who: 'signed-in',
    input: { code: factorCode },
    errorsUnder: { code: 'factor.code' },
    returns: recoveryCodes,
    summary:
      'Replaces the old phone with the new phone’s first code; answers new recovery codes, shown once, ' + 'and ends the other sessions',
  }),

  renewRecoveryCodes: call('POST /identity/second-factor/recovery-codes', {
    ...byPasswordAndCode,
    returns: recoveryCodes,
    summary: 'New recovery codes, which replace the old ones',
  }),

  switchOffSecondFactor: call('POST /identity/second-factor/off', {
    ...byPasswordAndCode,
    summary: 'Switches the second factor off; refused if it is required for the account',
  }),
})
