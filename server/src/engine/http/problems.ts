// Turns anything thrown into an answer. Errors that are not meant for the caller become a plain 500 without details.
import type { CallRow } from '@bordee/core/call.ts'
import { type FormErrors, invalid, Problem } from '@bordee/core/problem.ts'

/** By unique constraint, what to tell the user when it is violated. Each slice has its own; slices.ts collects them. */
export type TakenMessages = Record<string, FormErrors>

const calm = 'Une erreur est survenue. Veuillez réessayer plus tard.'

const deadlock = '40P01'
export const isDeadlock = (error: unknown) => (error as { code?: string } | null)?.code === deadlock

export function asProblem(error: unknown, requestId: string, takenMessages: TakenMessages = {}): Problem {
  if (error instanceof Problem) return error
  const { code, constraint, statusCode } = error as { code?: string; constraint?: string; statusCode?: number }
  switch (code ?? '') {
    case '23505':
      return invalid(takenMessages[constraint ?? ''] ?? { input: { value: 'Cette valeur est déjà utilisée.' } })
    case '23503':
      return new Problem(409, 'Cet élément est encore utilisé, ou n’existe plus.')
    case '23502': // a required value is missing
    case '23514': // a check constraint failed
    case '22001': // too long
    case '22003': // out of range
    case '22007':
    case '22009': // no such time zone
    case '22008': // no such date
      return new Problem(422, 'Une des valeurs envoyées est refusée.')
    case '22021': // a NUL character in a text
    case '22P05':
      return new Problem(422, 'Le texte contient un caractère interdit.')
    case '22P02': // not an id
    case '42501': // a row of another company, blocked by the second wall
      return new Problem(404, 'Élément introuvable.')
    case '40001':
    case deadlock:
      return new Problem(409, 'Quelqu’un d’autre modifie la même chose. Veuillez réessayer.', { code: 'try-again' })
  }
  if (statusCode && statusCode >= 400 && statusCode < 500) return new Problem(statusCode, byStatus[statusCode] ?? 'Requête mal formée.')
  return new Problem(500, calm, { requestId })
}

const byStatus: Record<number, string> = {
  404: 'Élément introuvable.',
  413: 'La requête est trop volumineuse.',
  415: 'Ce type de contenu n’est pas accepté.',
}

/** Nobody reads more than this. */
const mostErrors = 100

/** zod's issues by path: `['account', 'email']` → `formErrors.account.email`. A field's first message wins. */
export function formErrors(
  row: Pick<CallRow, 'errorsUnder'>,
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
): FormErrors {
  const errors = new Map<string, Map<string, string>>()
  for (const issue of issues.slice(0, mostErrors)) {
    const [first = 'input', ...rest] = issue.path.map(String)
    const [under = 'input', ...field] = [...(row.errorsUnder[first] ?? (rest.length ? first : `input.${first}`)).split('.'), ...rest]
    const fields = errors.get(under) ?? new Map<string, string>()
    errors.set(under, fields)
    if (!fields.has(field.join('.'))) fields.set(field.join('.'), issue.message)
  }
  return Object.fromEntries([...errors].map(([under, fields]) => [under, Object.fromEntries(fields)]))
}
