import { legendSheet, templateSheets } from '@bordee/core/imports/template.ts'
import { workbookType, writeWorkbook } from '../engine/documents/spreadsheets.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'
import { worker } from '../engine/jobs/jobs.ts'
import { type Correspondent, mailLater } from '../engine/jobs/mail.jobs.ts'
import { noteAccessLetter } from '../identity/access-rows.ts'
import { importTemplateLetter } from './accounts.letters.ts'

export const sendTemplate = jobKind<{ email: string; companyId: string; companyName: string }>('accounts.send-template', { urgent: true })

/** Letters about an access: whoever gave it sees that one did not arrive. */
export const accountCorrespondent: Correspondent = {
  slice: 'accounts',
  async hear({ tx }, { companyId, id }, refusal) {
    await tx.scope({ companies: [companyId] })
    await noteAccessLetter(tx, companyId, id, refusal)
  },
}

export const accountWorkers = [
  worker(sendTemplate, async (work, { email, companyName }) => {
    const bytes = await writeWorkbook([...templateSheets, legendSheet()])
    const file = { name: 'modele-importation.xlsx', type: workbookType, base64: Buffer.from(bytes).toString('base64') }
    await mailLater(work, importTemplateLetter(email, companyName, file))
  }),
]
