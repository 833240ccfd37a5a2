import * as z from 'zod'
import { call, slice } from '../call.ts'
import { companyAdmins, platformStaff } from '../roles.ts'
import { email, id, password, text } from '../wire.ts'
import { company, registrationFields } from './company.ts'

export const companyCalls = slice('companies', {
  registerCompany: call('POST /companies/register', {
    who: 'anyone',
    status: 201,
    input: { account: z.object({ firstName: text(), lastName: text(), email, password }), company: registrationFields },
    limits: [{ by: 'address', max: 10, seconds: 3600 }],
    returns: company,
    summary: 'A company registers itself and its first owner',
  }),

  listCompanies: call('GET /companies', { who: platformStaff, across: true, returns: z.array(company), summary: 'Every active company' }),

  getCurrentCompany: call('GET /companies/current', { who: 'signed-in', returns: company, summary: 'The company one works in' }),

  getCompany: call('GET /companies/:id', {
    who: companyAdmins,
    across: true,
    input: { id },
    returns: company,
    summary: 'A company by id; an owner asks for his own only',
  }),
})
