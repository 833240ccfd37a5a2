import * as z from 'zod'
import { call, longLists, slice } from '../call.ts'
import { companyAdmins } from '../roles.ts'
import { id } from '../wire.ts'
import { duplicateName, newTemplateFields, template, templateChanges } from './template.ts'
import { paymentMethods } from './terms.ts'

const office = { who: companyAdmins, module: 'contracts' } as const

export const templateCalls = slice('templates', {
  listTemplates: call('GET /contract-templates', {
    ...office,
    returns: z.array(template),
    summary: 'The contract templates by name, including archived ones',
  }),

  listContractPaymentMethods: call('GET /contract-templates/payment-methods', {
    ...office,
    returns: z.array(z.object({ id: z.enum(paymentMethods), name: z.string() })),
    summary: 'The ways to pay a contract',
  }),

  getTemplate: call('GET /contract-templates/:id', { ...office, input: { id }, returns: template, summary: 'One contract template' }),

  createTemplate: call('POST /contract-templates', {
    ...office,
    maxBytes: 2 * longLists,
    outside: true,
    status: 201,
    input: { contractTemplate: newTemplateFields },
    returns: template,
    touches: [],
    summary: 'Creates a contract template; only platform staff can give it its own brand',
  }),

  updateTemplate: call('PATCH|PUT /contract-templates/:id', {
    ...office,
    maxBytes: 2 * longLists,
    outside: true,
    input: { id, contractTemplate: templateChanges },
    returns: template,
    touches: [],
    summary: 'Changes a template; contracts made from it stay as they are',
  }),

  archiveTemplate: call('POST /contract-templates/:id/archive', {
    ...office,
    input: { id },
    returns: template,
    touches: [],
    summary: 'Archives a template, or restores it',
  }),

  duplicateTemplate: call('POST /contract-templates/:id/duplicate', {
    ...office,
    status: 201,
    input: { id, name: duplicateName },
    errorsUnder: { name: 'contractTemplate.name' },
    returns: template,
    touches: [],
    summary: 'Copies a template under another name',
  }),

  deleteTemplate: call('DELETE /contract-templates/:id', {
    ...office,
    input: { id },
    touches: [],
    summary: 'Removes a template, if no contract was made from it',
  }),
})
