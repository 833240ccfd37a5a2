import type { Upload } from '@bordee/core/imports/import.ts'
import { importCalls } from '@bordee/core/imports/imports.calls.ts'
import { useState } from 'react'
import { useAction } from '../calls.ts'
import { refusalsOf } from '../refusals.ts'
import { fetchTelling } from './fetchTelling.ts'

export interface Uploading {
  isPending: boolean
  /** Upload progress, from 0 to 1. At 1 the server is reading the files. */
  part: number
  answer: Upload | undefined
  /** What is wrong, by file. */
  refusals: string[]
  send: (files: readonly File[]) => Promise<void>
  /** Reads a list that the company sent. */
  open: (requestId: string) => void
  /** For when other files are chosen. */
  forget: () => void
}

/** Sends spreadsheets to the server, which reads them, or opens those that a company sent. */
export function useUpload(onRead: (answer: Upload) => void): Uploading {
  const [part, setPart] = useState(0)
  const action = useAction(importCalls.validateImport, {
    failed: (error) => (refusalsOf(error).length > 0 ? null : 'Impossible de lire vos fichiers pour le moment.'),
    after: onRead,
  })
  const opening = useAction(importCalls.openImportRequest, { failed: 'Impossible d’ouvrir cette liste.', after: onRead })
  return {
    isPending: action.isPending || opening.isPending,
    part,
    answer: action.data ?? opening.data,
    refusals: refusalsOf(action.error),
    async send(files) {
      setPart(0)
      // The action or `refusals` shows the error.
      await action.mutateAsync({ files, options: { fetch: fetchTelling(setPart) } }).catch(() => undefined)
    },
    open: (id) => opening.mutate({ id }),
    forget() {
      action.reset()
      opening.reset()
    },
  }
}
