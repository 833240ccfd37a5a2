import * as z from 'zod'
import { lot } from '../bank/bank.ts'
import { call, slice } from '../call.ts'
import { alertPriceIds } from '../companies/alert-prices.ts'
import { companyAdmins, platformStaff } from '../roles.ts'
import { id, required } from '../wire.ts'
import { alertPrice, bankAction, bankOffer, invoice, upcomingInvoice } from './invoice.ts'
import { ledgerLine } from './ledger.ts'

export const billingCalls = slice('billing', {
  getUpcomingInvoice: call('GET /billing/upcoming', {
    who: companyAdmins,
    returns: upcomingInvoice,
    summary: 'What the next invoice contains so far, and the alerts left in the bank',
  }),

  listAlertLedger: call('GET /billing/ledger', {
    who: companyAdmins,
    returns: z.array(ledgerLine),
    summary: 'What entered and left the bank of alerts and what was billed, newest first, with the balance after each',
  }),

  listInvoices: call('GET /billing/invoices', {
    who: companyAdmins,
    returns: z.array(invoice),
    summary: 'The company’s invoices, newest first',
  }),

  payInvoice: call('POST /billing/invoices/:id/pay', {
    who: companyAdmins,
    input: { id },
    limits: [{ by: 'address', max: 60, seconds: 3600 }], // the same as for saving a card
    returns: z.union([z.object({ status: z.literal('paid') }), bankAction]),
    touches: ['alerts', 'bank'],
    outside: true,
    summary: 'Charges the default card for an invoice that is owed, even one that was given up; `action` means the bank must confirm first',
  }),

  listAlertPrices: call('GET /billing/prices', {
    who: platformStaff,
    returns: z.array(alertPrice),
    summary: 'The prices an alert can have, in cents',
  }),

  setAlertPrice: call('PUT /billing/price', {
    who: platformStaff,
    across: true,
    input: { priceId: z.enum(alertPriceIds, 'Ce prix n’existe pas.'), companyId: id },
    touches: ['alerts', 'companies'],
    summary: 'Changes a company’s price per alert from now on',
  }),

  listBankOffers: call('GET /alert-bank/offers', {
    who: companyAdmins,
    returns: z.array(bankOffer),
    summary: 'The lots of alerts a company can buy, in cents before taxes',
  }),

  buyAlerts: call('POST /alert-bank/purchase', {
    who: companyAdmins,
    input: {
      offerId: z.string(required).min(1, required).max(50),
      paymentMethodId: z.string().max(100).nullish(),
      requestKey: z.string(required).min(1, required).max(100),
    },
    limits: [{ by: 'address', max: 60, seconds: 3600 }], // the same as for saving a card
    returns: z.union([lot, bankAction]),
    touches: ['alerts', 'bank'],
    outside: true,
    summary: 'Buys a lot by card, once per request key; `action` means the bank must confirm first',
  }),
})
