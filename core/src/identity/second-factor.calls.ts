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
    summary: 'The ticket that a right password was answered with, and a code of the second factor, for a session',
  }),

  getSecondFactor: call('GET /identity/second-factor', {
    who: 'signed-in',
    withoutFactor: true,
    returns: secondFactor,
    summary: 'Whether one has a second factor, may have one, and must',
  }),

  beginSecondFactor: call('POST /identity/second-factor', {
    who: companyAdmins,
    withoutFactor: true,
    returns: phoneSecret,
    summary: 'A new secret for one’s phone; it counts once confirmed. Needs a recent sign-in',
  }),

  confirmSecondFactor: call('POST /identity/second-factor/confirm', {
    who: companyAdmins,
    withoutFactor: true,
    input: { code: factorCode },
    errorsUnder: { code: 'factor.code' },
    returns: recoveryCodes,
    summary: 'The first code of the phone switches it on: recovery codes, shown once; ends the other sessions',
  }),

  beginNewPhone: call('POST /identity/second-factor/phone', {
    ...byPasswordAndCode,
    returns: phoneSecret,
    summary: 'A secret for another phone; the one there is counts until it is confirmed',
  }),

  confirmNewPhone: call('POST /identity/second-factor/phone/confirm', {
    who: 'signed-in',
    input: { code: factorCode },
    errorsUnder: { code: 'factor.code' },
    returns: recoveryCodes,
    summary: 'The first code of the new phone puts it in the old one’s place: new recovery codes, shown once; ends the other sessions',
  }),

  renewRecoveryCodes: call('POST /identity/second-factor/recovery-codes', {
    ...byPasswordAndCode,
    returns: recoveryCodes,
    summary: 'New recovery codes in place of the old ones',
  }),

  switchOffSecondFactor: call('POST /identity/second-factor/off', {
    ...byPasswordAndCode,
    summary: 'Do without; refused to whom it is required of',
  }),
})
