import { exportFileName } from '@bordee/core/imports/export-file-name.ts'
import type { importCalls } from '@bordee/core/imports/imports.calls.ts'
import { scopeToCompany } from '../companies/company-settings.ts'
import { audit } from '../engine/audit.ts'
import type { Handlers } from '../engine/ctx.ts'
import { writeWorkbook } from '../engine/documents/spreadsheets.ts'
import { exportSheets, readExported } from './company-export.ts'
import { requestHandlers } from './import-requests.ts'
import { importingHandlers } from './importing.ts'
import { validatingHandlers } from './validating.ts'

export const importHandlers: Handlers<typeof importCalls> = {
  async exportCompany(ctx, { company_id: companyId }) {
    await scopeToCompany(ctx, companyId)
    const { name, timeZone } = await readExported(ctx, companyId)
    // Right after an import PostgreSQL believes that the company has nothing, and would compare every row with every other.
    await ctx.tx.sql`set local enable_nestloop = off`
    const sheets = []
    for (const { shape, rows } of exportSheets) sheets.push({ shape, rows: await rows(ctx, companyId) })
    // Deleting a company requires this audit line: see companies/company-deletion.ts.
    await audit(ctx, 'company-exported', {}, companyId)
    return { bytes: await writeWorkbook(sheets, timeZone), name: exportFileName(name, ctx.now, timeZone) }
  },

  ...validatingHandlers,
  ...importingHandlers,
  ...requestHandlers,
}
