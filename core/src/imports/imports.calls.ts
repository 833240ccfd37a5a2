import { call, slice } from '../call.ts'
import { platformStaff } from '../roles.ts'
import { id } from '../wire.ts'

export const importCalls = slice('imports', {
  exportCompany: call('GET /importation/export', {
    who: platformStaff,
    across: true,
    input: { company_id: id },
    file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    summary: 'Everything of a company as a spreadsheet, a sheet per subject',
  }),
})
