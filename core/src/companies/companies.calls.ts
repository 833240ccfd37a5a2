import * as z from 'zod'
import { aLogo, call, slice } from '../call.ts'
import { code } from '../identity/identity.calls.ts'
import { clients, companyAdmins, platformStaff } from '../roles.ts'
import { email, flag, id, optionalText, password, properName } from '../wire.ts'
import { admission, company, registrationFields } from './company.ts'
import { companyChanges, newCompany } from './company-settings.ts'
import { moduleDecision, requestableModule } from './module-request.ts'

/** A company's settings decide which sites are active and what may be sent; accesses show its name. */
const withTheSettings = ['accounts', 'alerts', 'billables', 'clients', 'contracts', 'platform', 'routes', 'sites'] as const

export const companyCalls = slice('companies', {
  registerCompany: call('POST /companies/register', {
    who: 'anyone',
    status: 201,
    input: { account: z.object({ firstName: properName(), lastName: properName(), email, password }), company: registrationFields },
    captcha: true,
    outside: true, // hashing is slow, even for a caller with a token
    limits: [{ by: 'address', max: 60, seconds: 3600 }],
    returns: company,
    summary: 'A company registers itself and its first owner',
  }),

  listCompanies: call('GET /companies', { who: platformStaff, across: true, returns: z.array(company), summary: 'Every active company' }),

  getCurrentCompany: call('GET /companies/current', { who: 'signed-in', returns: company, summary: 'The caller’s current company' }),

  previewContractSites: call('GET /companies/:id/contract-sites', {
    who: companyAdmins,
    across: true,
    input: { id },
    returns: z.object({ inactiveSites: z.int() }),
    summary: 'How many sites would become inactive if contracts decided: those without a signed contract still running',
  }),

  getCompany: call('GET /companies/:id', {
    who: [...companyAdmins, ...clients],
    across: true,
    input: { id },
    returns: company,
    summary: 'A company by id; owners can ask only for their own, clients only for those that serve them, and get its card',
  }),

  createCompany: call('POST /companies', {
    who: platformStaff,
    maxBytes: aLogo,
    outside: true,
    across: true,
    status: 201,
    input: newCompany,
    returns: company,
    touches: ['platform'],
    summary: 'Creates a company',
  }),

  updateCurrentCompany: call('PATCH|PUT /companies/current', {
    who: companyAdmins,
    maxBytes: aLogo,
    outside: true,
    input: companyChanges,
    returns: company,
    touches: withTheSettings,
    summary:
      'Changes the current company; omitted fields stay. ' +
      'Letting contracts decide which sites are active needs `confirmedInactiveSites`',
  }),

  updateCompany: call('PATCH|PUT /companies/:id', {
    who: companyAdmins,
    maxBytes: aLogo,
    outside: true,
    across: true,
    input: { id, ...companyChanges },
    returns: company,
    touches: withTheSettings,
    summary: 'Changes a company by id; owners can change only their own',
  }),

  sendCompanyProof: call('POST /companies/current/email-verification', {
    who: companyAdmins,
    sends: true,
    touches: ['platform'],
    summary: 'Sends the link that confirms the company’s own e-mail; nothing once it is confirmed',
  }),

  confirmCompanyEmail: call('POST /companies/email-verification/confirm', {
    who: 'anyone',
    input: { code: code.optional() },
    limits: [{ by: 'address', max: 200, seconds: 900 }],
    returns: z.object({ email: z.string(), companyName: z.string() }),
    touches: [],
    summary: 'Confirms a company’s e-mail with the code of the e-mailed link; needs no session',
  }),

  decideAdmission: call('PATCH|PUT /companies/:id/quote-admission', {
    who: platformStaff,
    across: true,
    input: { id, admission, reason: optionalText(500).optional(), isSectorUnlimited: z.boolean().optional() },
    errorsUnder: { reason: 'admission.reason' },
    returns: company,
    touches: ['platform', 'quotes'],
    summary: 'Lets residents’ quote requests reach a company, or says why not; may lift the limits of its sector',
  }),

  askForModule: call('POST /companies/current/module-requests', {
    who: companyAdmins,
    sends: true,
    input: { module: requestableModule },
    returns: company,
    touches: ['platform'],
    summary: 'Asks platform staff for a module; asking again while they decide changes nothing',
  }),

  decideModuleRequest: call('PATCH|PUT /companies/:id/module-requests/:module', {
    who: platformStaff,
    across: true,
    input: { id, module: requestableModule, status: moduleDecision, reason: optionalText(500).optional() },
    errorsUnder: { reason: 'moduleRequest.reason' },
    returns: company,
    touches: withTheSettings,
    summary: 'Switches on a module that a company asked for, or says why not',
  }),

  listArchivedCompanies: call('GET /companies/archived', {
    who: platformStaff,
    across: true,
    returns: z.array(company),
    summary: 'Every company that is closed: archived or inactive',
  }),

  archiveCompany: call('DELETE /companies/:id/archive', {
    who: platformStaff,
    across: true,
    input: { id },
    touches: ['accounts', 'platform'],
    summary: 'Closes a company to everyone and keeps its data',
  }),

  restoreCompany: call('POST /companies/:id/restore', {
    who: platformStaff,
    across: true,
    input: { id },
    returns: company,
    touches: ['accounts', 'platform'],
    summary: 'Reopens a closed company',
  }),

  deleteCompany: call('DELETE /companies/:id/delete', {
    who: platformStaff,
    across: true,
    input: { id, writeOff: flag.optional() },
    touches: ['accounts', 'platform'],
    summary:
      'Erases an archived company whose data has been exported since it was archived; ' +
      'what is not billed yet is lost, and asks for `writeOff`',
  }),
})
