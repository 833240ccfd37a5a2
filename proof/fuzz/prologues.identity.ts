// Codes from letters, tickets, second factors, and sessions to renew.

import { randomUUID } from 'node:crypto'
import { api } from '@bordee/core/api.ts'
import type { ProblemBody } from '@bordee/core/problem.ts'
import type { Work } from '../../server/src/engine/ctx.ts'
import { type CodeKind, issueCode } from '../../server/src/identity/codes.ts'
import { refreshTokenOf } from '../../server/src/identity/tokens.ts'
import { stepAt, totpOf } from '../../server/src/identity/totp.ts'
import { insertCompany, type Person, testPassword } from '../../server/src/testing/people.ts'
import { captchaHeaders, newcomer, type Prologue, type Setting } from './prologue.ts'

/** Someone who registers; `email` is new. */
const registration = (email: string) => ({
  account: { firstName: 'Camille', lastName: 'Roy', email, password: testPassword },
  company: {
    name: 'Neige Roy',
    QEN: '1174829305',
    email,
    phone: '4185550142',
    street: 'rue Saint-Jean',
    city: 'Québec',
    zip: 'G1R 1P8',
    location: { lat: 46.8, lng: -71.2 },
  },
})

export const identityPrologues: Record<string, Prologue> = {
  registerCompany: async ({ anyone }) => ({
    who: 'anyone',
    input: registration(`${randomUUID()}@exemple.ca`),
    headers: await captchaHeaders(anyone),
  }),

  signIn: async ({ company }) => ({ who: 'anyone', input: { email: company.people.owner.email, password: testPassword } }),

  async refreshToken(setting) {
    const { sessionId } = await newcomer(setting, 'client')
    return { who: 'anyone', input: { refreshToken: refreshTokenOf(setting.at.secrets, sessionId, 0) } }
  },

  verifyResetCode: async (setting) => ({ who: 'anyone', input: { code: await newCode(setting, 'reset') } }),

  confirmResetCode: async (setting) => ({
    who: 'anyone',
    input: { code: await newCode(setting, 'reset'), password: 'un nouveau mot de passe' },
  }),

  async confirmEmail(setting) {
    const person = await newcomer(setting, 'owner')
    return { who: 'owner', token: person.token, input: { code: await newCode(setting, 'email', person) } }
  },

  async confirmCompanyEmail(setting) {
    const email = 'info@exemple.ca' // as `insertCompany` writes it
    const companyId = await insertCompany(setting.at, `Déneigement ${setting.company.mark}`)
    return {
      who: 'anyone',
      input: { code: await setting.at.work((work) => issueCode(work as Work, { kind: 'company', email, companyId })) },
    }
  },

  async retrieveSignInLinkToken(setting) {
    const person = await newcomer(setting, 'client')
    return { who: 'anyone', input: { email: person.email, code: await newCode(setting, 'link', person), contractId: undefined } }
  },

  async signInWithToken(setting) {
    const person = await newcomer(setting, 'client')
    const code = await newCode(setting, 'link', person)
    const { token } = await setting.anyone(api.retrieveSignInLinkToken, { email: person.email, code })
    return { who: 'anyone', input: { token } }
  },

  async takeSecondStep(setting) {
    const { email, recoveryCode } = await withFactor(setting)
    const { body } = await setting.anyone.raw(api.signIn, { email, password: testPassword, persistence: 'none' })
    return { who: 'anyone', input: { ticket: (body as ProblemBody & { ticket: string }).ticket, code: recoveryCode } }
  },

  async confirmSecondFactor(setting) {
    const { token, caller } = await newcomer(setting, 'owner')
    const { secret } = await caller(api.beginSecondFactor)
    return { who: 'owner', token, input: { code: totpOf(secret, stepAt(new Date())) } }
  },

  beginNewPhone: withItsFactor,

  async confirmNewPhone(setting) {
    const { token, recoveryCode, caller } = await withFactor(setting)
    const { secret } = await caller(api.beginNewPhone, { password: testPassword, code: recoveryCode })
    return { who: 'owner', token, input: { code: totpOf(secret, stepAt(new Date())) } }
  },

  renewRecoveryCodes: withItsFactor,
  switchOffSecondFactor: withItsFactor,

  async resetSecondFactor(setting) {
    const { accountId } = await withFactor(setting)
    return { who: 'super_admin', input: { id: accountId } }
  },

  async sendSignInLink(setting) {
    const input = { email: setting.company.people.client.email, companyId: undefined, contractId: undefined }
    return { who: 'anyone', input, headers: await captchaHeaders(setting.anyone) }
  },
}

async function withItsFactor(setting: Setting) {
  const { token, recoveryCode } = await withFactor(setting)
  return { who: 'owner' as const, token, input: { password: testPassword, code: recoveryCode } }
}

async function withFactor(setting: Setting) {
  const person = await newcomer(setting, 'owner')
  const { secret } = await person.caller(api.beginSecondFactor)
  const { recoveryCodes } = await person.caller(api.confirmSecondFactor, { code: totpOf(secret, stepAt(new Date())) })
  return { ...person, recoveryCode: recoveryCodes[0] ?? '' }
}

/** As a letter would bring it. */
async function newCode(setting: Setting, kind: CodeKind, given?: Person): Promise<string> {
  const { accountId, email } = given ?? (await newcomer(setting, 'employee'))
  return setting.at.work((work) => issueCode(work as Work, { kind, email, accountId }))
}
