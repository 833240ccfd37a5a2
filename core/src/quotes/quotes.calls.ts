import * as z from 'zod'
import { call, drawings, slice } from '../call.ts'
import { client } from '../clients/client.ts'
import { quoteConfig } from '../companies/company.ts'
import { companyAdmins } from '../roles.ts'
import { flag, id } from '../wire.ts'
import { quoteChanges, quoteConfigChanges, quoteFields, quoteRequest } from './quote-request.ts'

const degrees = (most: number) => z.coerce.number().min(-most).max(most)

export const quoteCalls = slice('quotes', {
  submitQuote: call('POST /quotes-requests', {
    who: 'anyone',
    captcha: true,
    maxBytes: drawings,
    status: 201,
    limits: [{ by: 'address', max: 20, seconds: 3600 }],
    input: {
      quoteRequest: quoteFields,
      /** Of the company on whose page the form stands: it alone receives it. */
      companyId: id.nullish(),
      /** The browser's own: the same request sent again is one. */
      requestId: id.nullish(),
    },
    returns: z.object({ companies: z.array(z.string()) }),
    touches: [],
    summary: 'A resident asks every company that serves his address for a price; answers their names',
  }),

  listQuoteRecipients: call('GET /quotes-requests/recipients', {
    who: 'anyone',
    limits: [{ by: 'address', max: 300, seconds: 600 }],
    input: { lat: degrees(90), lng: degrees(180), companyId: id.optional() },
    returns: z.array(z.object({ name: z.string() })),
    summary: 'The companies that a request from there would reach',
  }),

  getQuoteCompany: call('GET /quotes-requests/company', {
    who: 'anyone',
    limits: [{ by: 'address', max: 300, seconds: 600 }],
    input: { companyId: id },
    returns: z.object({ name: z.string(), logo: z.string().nullable() }),
    summary: 'Whose form it is, on a company’s own page; there is none while its module is off',
  }),

  withdrawQuote: call('POST /quotes-requests/withdraw', {
    who: 'anyone',
    limits: [{ by: 'address', max: 60, seconds: 3600 }],
    input: { code: z.string().max(100) },
    touches: [],
    summary: 'A resident takes his request back, from every company that has it',
  }),

  countNewQuotes: call('GET /quotes-requests/new', {
    who: companyAdmins,
    returns: z.object({ count: z.number() }),
    summary: 'How many requests nobody has looked after yet',
  }),

  listQuotes: call('GET /quotes-requests', {
    who: companyAdmins,
    across: true,
    input: { unmatched: flag.optional() },
    returns: z.array(quoteRequest),
    summary: 'The requests of the company, the newest first; for platform staff also those that reached nobody',
  }),

  getQuote: call('GET /quotes-requests/:id', { who: companyAdmins, input: { id }, returns: quoteRequest, summary: 'One request' }),

  updateQuote: call('PATCH|PUT /quotes-requests/:id', {
    who: companyAdmins,
    input: { id, quoteRequest: quoteChanges },
    returns: quoteRequest,
    touches: [],
    summary: 'Its status and the office’s notes; what is not sent stays',
  }),

  createClientOfQuote: call('POST /quotes-requests/:id/client', {
    who: companyAdmins,
    status: 201,
    input: { id },
    returns: client,
    touches: ['alerts', 'clients', 'groupings', 'occupants', 'platform', 'search', 'sectors', 'sites'],
    summary: 'Makes a folder of a request: client, site, outlined area, notes, and an occupant where alerts are wanted',
  }),

  startQuotes: call('POST /quote-configs', {
    who: companyAdmins,
    status: 201,
    input: { isActive: z.literal(true, 'Le module commence actif.') },
    returns: quoteConfig,
    touches: ['companies'],
    summary: 'Starts the module of quote requests',
  }),

  updateQuoteConfig: call('PATCH|PUT /quote-configs', {
    who: companyAdmins,
    maxBytes: drawings,
    input: { ...quoteConfigChanges.shape },
    returns: quoteConfig,
    touches: ['companies'],
    summary: 'Switches the module, draws where the company serves, lists the sites that may show its form; what is not sent stays',
  }),
})
