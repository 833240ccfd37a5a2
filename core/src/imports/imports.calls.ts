import * as z from 'zod'
import { call, longLists, slice } from '../call.ts'
import { companyAdmins, platformStaff } from '../roles.ts'
import { id, optionalText } from '../wire.ts'
import { cell, entityMapping, type ImportEntity, importEntities, importError, importForecast, importProgress, upload } from './import.ts'
import { importDecision, importRequest } from './import-request.ts'

const sheets = z.array(z.object({ name: z.string().max(300), content: z.array(z.record(z.string(), cell)).max(5000) })).max(50)
const mapping = entityMapping.optional()
const mappings = Object.fromEntries(importEntities.map((entity) => [entity, mapping])) as Record<ImportEntity, typeof mapping>

export const importCalls = slice('imports', {
  exportCompany: call('GET /importation/export', {
    who: platformStaff,
    across: true,
    input: { company_id: id },
    file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    writes: true,
    summary: 'Exports all of a company’s data as a spreadsheet, one sheet per subject',
  }),

  validateImport: call('POST /importation/validate', {
    who: platformStaff,
    outside: true,
    upload: 'files',
    touches: [],
    returns: upload,
    summary: 'Reads spreadsheets (.xlsx, .xls, .csv; at most 10 of 20 MB each) and keeps them for an hour; imports nothing yet',
  }),

  runImport: call('POST /importation/import', {
    who: platformStaff,
    across: true,
    outside: true,
    maxBytes: longLists,
    input: {
      data: z.object({ uploadId: id.optional(), sheets: sheets.optional() }),
      companyId: id.optional(),
      dryRun: z.boolean().optional(),
      ...mappings,
    },
    touches: [
      'alerts',
      'clients',
      'contracts',
      'groupings',
      'messages',
      'occupants',
      'routes',
      'search',
      'sectors',
      'services',
      'sites',
      'templates',
    ],
    returns: z.union([z.array(importError), importForecast]),
    summary: 'Imports an upload and answers the refused rows; with dryRun, reports what it would do and writes nothing',
  }),

  getImportProgress: call('GET /importation/progress', {
    who: platformStaff,
    across: true,
    input: { companyId: id.optional(), uploadId: id.optional() },
    returns: importProgress.nullable(),
    summary: 'Progress and refused rows of the company’s last import, or of an upload’s, for a caller who lost the answer',
  }),

  askForImport: call('POST /import-requests', {
    who: companyAdmins,
    outside: true,
    upload: 'files',
    touches: ['companies', 'platform'],
    returns: importRequest,
    summary:
      'Sends spreadsheets to platform staff, checked as the wizard would; answers the result. ' +
      'Sending others while they wait replaces the first ones',
  }),

  getImportRequest: call('GET /import-requests', {
    who: companyAdmins,
    across: true,
    input: { companyId: id.optional() },
    returns: importRequest.nullable(),
    summary: 'The company’s last list, and what became of it',
  }),

  openImportRequest: call('POST /import-requests/:id/open', {
    who: platformStaff,
    across: true,
    input: { id },
    returns: upload,
    touches: [],
    summary: 'Opens a list in the wizard, as if the caller had uploaded it',
  }),

  settleImportRequest: call('PATCH|PUT /import-requests/:id', {
    who: platformStaff,
    across: true,
    input: { id, status: importDecision, reason: optionalText(500).optional() },
    errorsUnder: { reason: 'importRequest.reason' },
    returns: importRequest,
    touches: ['companies', 'platform'],
    summary: 'Says that a list is imported, or why not; its file is then forgotten',
  }),

  exportRefused: call('GET /importation/refused', {
    who: platformStaff,
    across: true,
    input: { companyId: id.optional() },
    file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    summary: 'The rows that the company’s last import refused, each with its reason, to correct and import again',
  }),
})
