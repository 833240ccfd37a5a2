import * as z from 'zod'
import { call, longLists, slice } from '../call.ts'
import { pieceInput } from '../pieces.ts'
import { clients, companyAdmins } from '../roles.ts'
import { flag, id, moment } from '../wire.ts'
import {
  contract,
  contractChanges,
  contractInGrid,
  contractRow,
  contractSummary,
  declining,
  historyItem,
  newContractFields,
  paymentRow,
  refunding,
  sending,
  signing,
  verification,
} from './contract.ts'
import { contractStatuses } from './contract-life.ts'
import { checkout } from './online-payment.ts'
import { contractUsage, seasonInput } from './usage.ts'

const office = { who: companyAdmins, module: 'contracts' } as const
/** The office, and each client for their own: they may read, print and pay what they signed even with the module off. */
const readers = { who: [...companyAdmins, ...clients], module: 'contracts' } as const

/** A signed contract may decide whether a site is served, and therefore what routes hold and who is alerted. */
const withTheSites = ['alerts', 'billables', 'client-invoices', 'clients', 'platform', 'routes', 'sites', 'templates'] as const

const batch = 'Sélectionnez de 1 à 500 contrats.'
const contractIds = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value),
  z.array(id, batch).min(1, batch).max(500, batch),
)

export const contractCalls = slice('contracts', {
  listContracts: call('GET /contracts', {
    ...readers,
    input: { ...pieceInput, excludeDrafts: flag.optional(), clientId: id.optional() },
    returns: z.array(contractRow),
    rows: contractInGrid,
    reads: ['accounts', 'clients', 'companies', 'contracts'],
    summary: 'The contracts, newest first, whole or in pieces; clients see their own, without drafts',
  }),

  getContractSummary: call('GET /contracts/summary', {
    ...office,
    input: { from: moment.optional(), to: moment.optional() },
    returns: contractSummary,
    summary:
      'The number and amount of contracts in each status; of a period, by first day (for a draft without one, the day it was created)',
  }),

  listContractHistory: call('GET /contracts/history', {
    ...office,
    input: { from: moment.optional(), to: moment.optional(), contractId: id.optional() },
    returns: z.array(historyItem),
    summary: 'The contracts’ history, newest first',
  }),

  listContractPayments: call('GET /contracts/payments', {
    ...office,
    input: { from: moment, to: moment },
    returns: z.array(paymentRow),
    summary: 'The payments of a period, newest first',
  }),

  getContractSending: call('GET /contracts/sendings', {
    ...office,
    returns: sending.nullable(),
    summary: 'Progress of the last e-mailing of contracts: how many letters have left, and which were refused',
  }),

  getContract: call('GET /contracts/:id', {
    ...readers,
    input: { id },
    returns: contract,
    writes: true,
    summary: 'One contract; when its client opens it, a sent or printed one becomes consulted',
  }),

  getContractUsage: call('GET /contracts/:id/usage', {
    ...readers,
    input: { id, year: seasonInput.optional() },
    returns: contractUsage.nullable(),
    summary: 'How much of a signed contract’s ceiling its season used, and which operations and passes make it up; null without one',
  }),

  createContract: call('POST /contracts', {
    ...office,
    maxBytes: longLists,
    status: 201,
    input: { contract: newContractFields },
    returns: contract,
    touches: withTheSites,
    summary: 'Creates a contract; omitted fields come from its template',
  }),

  updateContract: call('PATCH|PUT /contracts/:id', {
    ...office,
    maxBytes: longLists,
    input: { id, contract: contractChanges },
    returns: contract,
    touches: withTheSites,
    summary: 'Changes a contract, which becomes a draft again; for a signed one, only its payments',
  }),

  deleteContract: call('DELETE /contracts/:id', {
    ...office,
    input: { id },
    touches: ['platform', 'templates'],
    summary: 'Removes a draft that has no payments',
  }),

  acceptContract: call('POST /contracts/:id/accept', {
    who: clients,
    outside: true,
    input: { id, ...signing },
    returns: contract,
    touches: withTheSites,
    summary: 'A client signs a contract; the signed file is stored byte for byte',
  }),

  printContract: call('GET /contracts/print/:id', {
    ...readers,
    outside: true,
    input: { id },
    file: 'application/pdf',
    summary: 'One contract as PDF. When the office prints a draft, it becomes printed; a signed contract prints as the signed file',
  }),

  printContracts: call('POST /contracts/print', {
    ...office,
    outside: true,
    input: { contractIds },
    file: 'application/pdf',
    touches: withTheSites,
    summary: '1 to 500 contracts in one PDF; drafts become printed once the whole file exists',
  }),

  verifyContract: call('POST /verification', {
    who: 'anyone',
    outside: true,
    upload: 'file',
    limits: [{ by: 'address', max: 30, seconds: 600 }],
    returns: verification,
    summary: 'Whether a file is, byte for byte, a contract signed or a dossier produced here; it is not stored',
  }),

  payContract: call('POST /contracts/:id/pay', {
    who: clients,
    input: { id, paymentScheduleId: id.optional() },
    limits: [{ by: 'address', max: 120, seconds: 3600 }],
    returns: checkout,
    touches: [],
    outside: true,
    summary: 'Opens a checkout for an instalment, or answers the open one; without an id, for the first instalment with a balance',
  }),

  refundSurplus: call('POST /contracts/:id/payments/:paymentId/refund', {
    ...office,
    input: { id, paymentId: id, ...refunding },
    returns: contract,
    touches: withTheSites,
    outside: true,
    summary: 'Refunds what was overpaid by card, or paid by card on a canceled contract: all of it, or an amount',
  }),

  keepSurplus: call('POST /contracts/:id/payments/:paymentId/keep', {
    ...office,
    input: { id, paymentId: id },
    returns: contract,
    touches: withTheSites,
    summary: 'Keeps what was overpaid by card: it is no longer shown as a surplus',
  }),

  declineContract: call('POST /contracts/:id/decline', {
    who: clients,
    input: { id, ...declining },
    returns: contract,
    touches: withTheSites,
    summary: 'A client declines a contract',
  }),

  setContractStatuses: call('PUT|POST /contracts/statuses', {
    ...office,
    input: { contractIds, status: z.enum(contractStatuses) },
    returns: z.object({ updatedCount: z.int() }),
    touches: withTheSites,
    outside: true,
    summary: 'Sets the status of 1 to 500 contracts, all or none; canceled archives them',
  }),

  sendContracts: call('POST /contracts/send-mail', {
    ...office,
    sends: true,
    input: { contractIds, requestKey: z.string().min(1).max(100).optional() },
    returns: z.object({
      contractSentCount: z.int(),
      invalidContracts: z.array(z.object({ id, contractNumber: z.string(), clientName: z.string(), missingFields: z.array(z.string()) })),
    }),
    touches: withTheSites,
    summary: 'E-mails 1 to 500 contracts with a link that opens them; incomplete ones are listed. The same key sends nothing again',
  }),

  syncContracts: call('POST /contracts/sync-info', {
    ...office,
    input: { contractIds: contractIds.optional() },
    returns: z.object({ updatedCount: z.int() }),
    touches: withTheSites,
    summary: 'Updates the client, site and company details in drafts, and in sent or printed contracts that nobody has opened',
  }),

  renewContracts: call('POST /contracts/renew', {
    ...office,
    /** `anyway` also renews those whose site has another contract for that season. */
    input: { contractIds, anyway: z.boolean().optional() },
    returns: z.object({
      createdCount: z.int(),
      createdIds: z.array(id),
      skippedContracts: z.array(z.object({ id, contractNumber: z.string(), message: z.string(), mayRenewAnyway: z.boolean() })),
    }),
    touches: withTheSites,
    summary:
      'Creates drafts for the next season: a year later, with prices raised by each service’s augmentation; ' +
      'a site that has a contract for that season is skipped unless `anyway`',
  }),
})
