import { Problem } from '@bordee/core/problem.ts'

/** What the server said of each thing that it refused: of files, of fields. */
export const refusalsOf = (error: unknown): string[] =>
  error instanceof Problem ? Object.values(error.body.formErrors ?? {}).flatMap((refused) => Object.values(refused)) : []
