import type { importCalls } from '@bordee/core/imports/imports.calls.ts'
import { companyOf, type Handlers } from '../engine/ctx.ts'
import { readUploaded } from './reading.ts'
import { keepUpload } from './uploads.ts'

export const validatingHandlers: Pick<Handlers<typeof importCalls>, 'validateImport'> = {
  async validateImport(ctx, { files }) {
    const companyId = companyOf(ctx)
    const { packed, sheets } = await readUploaded(files)
    return { uploadId: await keepUpload(ctx, { companyId, accountId: ctx.actor.accountId, sheets: packed }), sheets }
  },
}
