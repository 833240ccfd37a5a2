import type { Company } from '@bordee/core/companies/company.ts'
import { exportFileName } from '@bordee/core/imports/export-file-name.ts'
import { importCalls } from '@bordee/core/imports/imports.calls.ts'
import { useState } from 'react'
import { ask } from '../api.ts'
import { saveFile } from '../ui/saveFile.ts'

/** Downloads everything a company has, as a spreadsheet. */
export function useCompanyExport() {
  const [isPending, setPending] = useState(false)

  /** One file per company, one after the other. True when all were downloaded. */
  async function run(companies: readonly Pick<Company, 'id' | 'name' | 'timeZone'>[]): Promise<boolean> {
    setPending(true)
    try {
      for (const { id, name, timeZone } of companies) {
        const load = () => ask(importCalls.exportCompany, { company_id: id })
        if (!(await saveFile(load, exportFileName(name, new Date(), timeZone), 'Impossible d’exporter les données de la compagnie.')))
          return false
      }
      return true
    } finally {
      setPending(false)
    }
  }

  return { run, isPending }
}
