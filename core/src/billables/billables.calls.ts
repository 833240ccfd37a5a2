import * as z from 'zod'
import { call, slice } from '../call.ts'
import { pieceInput } from '../pieces.ts'
import { companyAdmins } from '../roles.ts'
import { id } from '../wire.ts'
import { billable, billableChanges, billableGroup, billableGroupings } from './billable.ts'
import { billableStates } from './billable-life.ts'

const office = { who: companyAdmins, module: 'contracts' } as const

const month = z
  .string()
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Entrez un mois comme 2027-01.')
  .optional()
const state = z.enum(billableStates).optional()

export const billableCalls = slice('billables', {
  listBillables: call('GET /billables', {
    ...office,
    input: { ...pieceInput, operationId: id.optional(), clientId: id.optional(), contractId: id.optional(), month, state },
    returns: z.array(billable),
    rows: billable,
    reads: ['accounts', 'billables', 'clients', 'companies', 'contracts', 'sites'],
    summary: 'What operations bring beside the season’s price, with its proof, newest first, whole or in pieces',
  }),

  listBillableGroups: call('GET /billables/groups', {
    ...office,
    input: { by: z.enum(billableGroupings).default('operation'), state },
    returns: z.array(billableGroup),
    summary: 'The billable lines added up by operation, month or client, before taxes',
  }),

  updateBillable: call('PATCH /billables/:id', {
    ...office,
    input: { id, billable: billableChanges },
    returns: billable,
    touches: [],
    summary: 'Corrects, waives or takes back a line that isn’t invoiced; omitted fields stay',
  }),
})
