import { Problem } from '@bordee/core/problem.ts'

/** For an action with a card form: a refused card shows under its field, and only another failure is announced. */
export const unlessOnField = (failed: string) => (error: unknown) =>
  error instanceof Problem && error.body.formErrors?.card ? null : failed
