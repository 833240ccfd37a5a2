import type { importCalls } from '@bordee/core/imports/imports.calls.ts'
import type { Handlers } from '../engine/ctx.ts'

export const importingHandlers: Pick<Handlers<typeof importCalls>, 'runImport' | 'getImportProgress' | 'exportRefused'> = {
  async runImport() {
    throw new Error('not written yet')
  },
  async getImportProgress() {
    throw new Error('not written yet')
  },
  async exportRefused() {
    throw new Error('not written yet')
  },
}
