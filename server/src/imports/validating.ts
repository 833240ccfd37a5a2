import type { importCalls } from '@bordee/core/imports/imports.calls.ts'
import type { Handlers } from '../engine/ctx.ts'

export const validatingHandlers: Pick<Handlers<typeof importCalls>, 'validateImport'> = {
  async validateImport() {
    throw new Error('not written yet')
  },
}
