import type { Upload } from '@bordee/core/imports/import.ts'
import { importCalls } from '@bordee/core/imports/imports.calls.ts'
import { Problem } from '@bordee/core/problem.ts'
import { useState } from 'react'
import { useAction } from '../calls.ts'
import { fetchTelling } from './fetchTelling.ts'

export interface Uploading {
  isPending: boolean
  /** How much has left, from 0 to 1: once all has, the server reads. */
  part: number
  answer: Upload | undefined
  /** What is wrong, file by file. */
  refusals: string[]
  send: (files: readonly File[]) => Promise<void>
  /** Other files were chosen. */
  forget: () => void
}

/** Sends spreadsheets to be read. */
export function useUpload(onRead: (answer: Upload) => void): Uploading {
  const [part, setPart] = useState(0)
  const action = useAction(importCalls.validateImport, {
    failed: (error) => (refusalsOf(error).length > 0 ? null : 'Impossible de lire vos fichiers pour le moment.'),
    after: onRead,
  })
  return {
    isPending: action.isPending,
    part,
    answer: action.data,
    refusals: refusalsOf(action.error),
    async send(files) {
      setPart(0)
      await action.mutateAsync({ files, options: { fetch: fetchTelling(setPart) } }).catch(() => undefined) // told by the action, or by the refusals
    },
    forget: () => action.reset(),
  }
}

const refusalsOf = (error: unknown): string[] => (error instanceof Problem ? Object.values(error.body.formErrors?.files ?? {}) : [])
