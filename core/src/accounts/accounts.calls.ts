import * as z from 'zod'
import { call, longLists, slice } from '../call.ts'
import { companyAdmins, platformStaff, superAdmins } from '../roles.ts'
import { email, id, list, manyIds } from '../wire.ts'
import { accessChoice, account, accountChanges, newAccountFields, profileFields, role } from './account.ts'

/** Sectors and routes show who has access to them; an invitation adds a letter to the outbox. */
const withTheAccess = ['groupings', 'platform', 'routes', 'sectors'] as const

export const accountCalls = slice('accounts', {
  getCurrentAccount: call('GET /accounts/current', {
    who: 'signed-in',
    withoutFactor: true,
    returns: account,
    summary: 'The signed-in account, with all its accesses',
  }),

  updateCurrentAccount: call('PATCH|PUT /accounts/current', {
    who: 'signed-in',
    maxBytes: longLists,
    input: { account: profileFields.partial().extend({ accesses: z.array(accessChoice).max(2000).optional() }) },
    returns: account,
    touches: [],
    summary: 'Changes the caller’s own profile, or switches company',
  }),

  resetPassword: call('POST /accounts/reset-password', {
    who: 'anyone',
    input: { email },
    errorsUnder: { email: 'account.email' },
    limits: [{ by: 'address', max: 100, seconds: 900 }],
    summary:
      'Sends an e-mail with a link to choose a new password; 200 whether or not the account exists. ' +
      'A second time within an hour, or if the mailbox has had many e-mails today, a captcha is required',
  }),

  sendSignInLink: call('POST /accounts/sign-in-link', {
    who: 'anyone',
    captcha: true,
    input: { email, companyId: id.optional(), contractId: id.optional() },
    errorsUnder: { email: 'account.email' },
    limits: [{ by: 'address', max: 100, seconds: 900 }],
    summary: 'Sends a sign-in link to the client portal; always 200',
  }),

  listAccounts: call('GET /accounts', {
    who: companyAdmins,
    input: { roles: list(role).optional() },
    returns: z.array(account),
    summary: 'The accounts with access to the current company',
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
    summary: 'Gives someone access to the current company; an existing account keeps its password and names',
  }),

  updateAccount: call('PUT|PATCH /accounts/:id', {
    who: companyAdmins,
    maxBytes: longLists,
    input: { id, account: accountChanges },
    returns: account,
    touches: withTheAccess,
    summary: 'Changes names, role and customers of an account of the current company',
  }),

  deleteAccount: call('DELETE /accounts/:id', {
    who: companyAdmins,
    input: { id },
    touches: withTheAccess,
    summary: 'Removes the access to the current company; the account is deleted with its last access',
  }),

  resetSecondFactor: call('DELETE /accounts/:id/second-factor', {
    who: superAdmins,
    input: { id },
    touches: ['platform'],
    summary: 'Removes the second factor of someone who has lost it, never the caller’s own; needs a recent sign-in',
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
    sends: true,
    maxBytes: longLists,
    input: { accountIds: manyIds },
    touches: ['platform'],
    summary: 'E-mails the empty import spreadsheet to accounts of the current company',
  }),
})
