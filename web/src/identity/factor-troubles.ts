import { Problem } from '@bordee/core/problem.ts'

/** What the server says of a password and a code, each under its field; what it says of neither stands under the code. */
export function troublesOf(error: unknown): { password?: string; code?: string } {
  if (!(error instanceof Problem)) return { code: 'Une erreur est survenue. Veuillez réessayer.' }
  return error.body.formErrors?.factor ?? { code: error.message }
}
