import { Problem } from '@bordee/core/problem.ts'

/** The server's errors about the password and the code, by field. Any other error shows under the code. */
export function troublesOf(error: unknown): { password?: string; code?: string } {
  if (!(error instanceof Problem)) return { code: 'Une erreur est survenue. Veuillez réessayer.' }
  return error.body.formErrors?.factor ?? { code: error.message }
}
