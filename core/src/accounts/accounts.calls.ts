import * as z from 'zod'
import { call, longLists, slice } from '../call.ts'
import { companyAdmins, platformStaff, superAdmins } from '../roles.ts'
import { email, id, list, manyIds } from '../wire.ts'
import { accessChoice, account, accountFields, newAccountFields, profileFields, role } from './account.ts'

/** Sectors and routes show who has access to them; an invitation adds a letter to the outbox. */
const withTheAccess = ['groupings', 'platform', 'routes', 'sectors'] as const

export const accountCalls = slice('accounts', {
  getCurrentAccount: call('GET /accounts/current', {
    who: 'signed-in',
    withoutFactor: true,
    returns: account,
    summary: 'Who is signed in, with all accesses',
  }),

  updateCurrentAccount: call('PATCH|PUT /accounts/current', {
    who: 'signed-in',
    maxBytes: longLists,
    input: { account: profileFields.partial().extend({ accesses: z.array(accessChoice).max(2000).optional() }) },
    returns: account,
    touches: [],
    summary: 'Edit one’s own profile, or switch company',
  }),

  resetPassword: call('POST /accounts/reset-password', {
    who: 'anyone',
    input: { email },
    errorsUnder: { email: 'account.email' },
    limits: [
      { by: 'address', max: 100, seconds: 900 },
      { by: 'email', max: 10, seconds: 900 },
    ],
    summary: 'Ask for the e-mail that lets one choose a new password; always 200',
  }),

  sendSignInLink: call('POST /accounts/sign-in-link', {
    who: 'anyone',
    captcha: true,
    input: { email, companyId: id.optional(), contractId: id.optional() },
    errorsUnder: { email: 'account.email' },
    limits: [
      { by: 'address', max: 100, seconds: 900 },
      { by: 'email', max: 10, seconds: 900 },
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

  createAccount: call('POST /accounts', {
    who: companyAdmins,
    maxBytes: longLists,
    input: { account: newAccountFields },
    returns: account,
    status: 201,
    touches: withTheAccess,
    summary: 'Give someone access to the current company; an e-mail that has an account keeps its password and names',
  }),

  updateAccount: call('PUT|PATCH /accounts/:id', {
    who: companyAdmins,
    maxBytes: longLists,
    input: { id, account: accountFields.partial() },
    returns: account,
    touches: withTheAccess,
    summary: 'Change names, role and customers of an account of the current company',
  }),

  deleteAccount: call('DELETE /accounts/:id', {
    who: companyAdmins,
    input: { id },
    touches: withTheAccess,
    summary: 'Take the access to the current company away; the account goes with its last one',
  }),

  resetSecondFactor: call('DELETE /accounts/:id/second-factor', {
    who: superAdmins,
    input: { id },
    touches: ['platform'],
    summary: 'Take away the second factor of someone who has lost it; needs a recent sign-in. Not one’s own',
  }),

  deleteAccounts: call('POST /accounts/multi-delete', {
    who: companyAdmins,
    maxBytes: longLists,
    input: { accountIds: manyIds },
    touches: withTheAccess,
    summary: 'The same for several, all or none',
  }),

  sendImportTemplate: call('POST /accounts/send/template', {
    who: platformStaff,
    maxBytes: longLists,
    input: { accountIds: manyIds },
    touches: ['platform'],
    summary: 'E-mail the empty import spreadsheet to accounts of the current company',
  }),
})
