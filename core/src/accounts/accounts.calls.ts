import * as z from 'zod'
import { call, slice } from '../call.ts'
import { companyAdmins } from '../roles.ts'
import { email, id, list } from '../wire.ts'
import { accessChoice, account, profileFields, role } from './account.ts'

export const accountCalls = slice('accounts', {
  getCurrentAccount: call('GET /accounts/current', { who: 'signed-in', returns: account, summary: 'Who is signed in, with all accesses' }),

  updateCurrentAccount: call('PATCH|PUT /accounts/current', {
    who: 'signed-in',
    input: { account: profileFields.partial().extend({ accesses: z.array(accessChoice).optional() }) },
    returns: account,
    summary: 'Edit one’s own profile, or switch company',
  }),

  resetPassword: call('POST /accounts/reset-password', {
    who: 'anyone',
    input: { email },
    limits: [
      { by: 'address', max: 20, seconds: 900 },
      { by: 'email', max: 5, seconds: 900 },
    ],
    summary: 'Ask for the e-mail that lets one choose a new password; always 200',
  }),

  sendSignInLink: call('POST /accounts/sign-in-link', {
    who: 'anyone',
    captcha: true,
    input: { email, companyId: id.optional(), contractId: id.optional() },
    limits: [
      { by: 'address', max: 20, seconds: 900 },
      { by: 'email', max: 5, seconds: 900 },
    ],
    summary: 'Ask for a sign-in link to the client portal; always 200',
  }),

  listAccounts: call('GET /accounts', {
    who: companyAdmins,
    input: { roles: list(role).optional() },
    returns: z.array(account),
    summary: 'Accounts that have access to the current company',
  }),

  getAccount: call('GET /accounts/:id', {
    who: companyAdmins,
    input: { id },
    returns: account,
    summary: 'One account of the current company',
  }),
})
