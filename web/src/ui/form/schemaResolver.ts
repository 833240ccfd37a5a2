import { type FieldErrors, type FieldValues, get, type Resolver, set } from 'react-hook-form'
import type * as z from 'zod'

/** A schema as the form's validator. Each error goes to its path; a field keeps its first error. */
export function schemaResolver<Input extends FieldValues, Output>(schema: z.ZodType<Output, Input>): Resolver<Input, unknown, Output> {
  return async (values) => {
    const parsed = await schema.safeParseAsync(values)
    if (parsed.success) return { values: parsed.data, errors: {} }
    const errors: FieldErrors<Input> = {}
    for (const { path, code, message } of parsed.error.issues) {
      const name = path.join('.')
      const known = get(errors, name) as { message?: string } | undefined
      if (!known?.message) set(errors, name, { ...known, type: code, message })
    }
    return { values: {}, errors }
  }
}
