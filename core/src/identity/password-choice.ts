import * as z from 'zod'
import { password, required } from '../wire.ts'

/** A new password, typed twice. */
export const passwordChoice = z
  .object({ password, confirmation: z.string(required).min(1, required) })
  .refine((form) => form.password === form.confirmation, {
    path: ['confirmation'],
    message: 'Ce champ doit contenir la même valeur que le champ plus haut.',
  })
export type PasswordChoice = z.output<typeof passwordChoice>
