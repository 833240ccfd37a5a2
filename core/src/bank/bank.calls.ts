import * as z from 'zod'
import { call, slice } from '../call.ts'
import { companyAdmins, platformStaff } from '../roles.ts'
import { id, required } from '../wire.ts'
import { bankBilling, bankTotal, lot, lotFields, monthlyCap } from './bank.ts'

export const bankCalls = slice('bank', {
  getBankTotal: call('GET /alert-bank/total', { who: companyAdmins, returns: bankTotal, summary: 'How many alerts the company has left' }),

  getCompanyBankTotal: call('GET /alert-bank/:companyId/total', {
    who: platformStaff,
    across: true,
    input: { companyId: id },
    returns: bankTotal,
    summary: 'How many alerts a company has left',
  }),

  listLots: call('GET /alert-bank/:companyId/transactions', {
    who: platformStaff,
    across: true,
    input: { companyId: id },
    returns: z.array(lot),
    summary: 'A company’s lots, soonest to expire first',
  }),

  addLot: call('POST /alert-bank/transactions', {
    who: platformStaff,
    across: true,
    status: 201,
    input: { companyId: id, transaction: lotFields },
    returns: lot,
    touches: ['alerts', 'billing'],
    summary: 'Adds a lot of alerts to a company’s bank',
  }),

  adjustBank: call('POST /alert-bank/transactions/adjust', {
    who: platformStaff,
    across: true,
    input: { companyId: id, amount: z.int(required).min(0).max(10_000_000) },
    returns: bankTotal,
    touches: ['alerts', 'billing'],
    summary: 'Corrects a company’s total: `amount` is what it should be',
  }),

  getCompanyBilling: call('GET /alert-bank/:companyId/billing', {
    who: platformStaff,
    across: true,
    input: { companyId: id },
    returns: bankBilling,
    summary: 'The most a company can be billed for alerts in a month, and the amount so far, in cents',
  }),

  setMonthlyCap: call('PATCH|PUT /alert-bank/:companyId/billing', {
    who: platformStaff,
    across: true,
    input: { companyId: id, monthlyCap },
    returns: bankBilling,
    touches: ['alerts', 'billing'],
    summary: 'Changes the most a company can be billed for alerts in a month, in cents',
  }),
})
