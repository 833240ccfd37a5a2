// A form's values, derived from its schema: a field added to the schema is in the form without being listed by hand.
import type * as z from 'zod'

/** The values of an entity for the fields of the schema. `overrides` gives those the form holds differently. */
export function valuesFrom<S extends z.ZodObject, Overrides extends Partial<z.input<S>> = object>(
  { shape }: S,
  entity: Omit<z.input<S>, keyof Overrides>,
  overrides?: Overrides,
): z.input<S> {
  const known: Record<string, unknown> = { ...entity, ...overrides }
  return Object.fromEntries(Object.keys(shape).map((key) => [key, known[key]])) as z.input<S>
}

/** Empty values for every field, except those given by `overrides`. */
export function emptyValues<S extends z.ZodObject>({ shape }: S, overrides: Partial<z.input<S>> & WithoutEmpty<z.input<S>>): z.input<S> {
  const empty = Object.entries(shape).map(([key, schema]) => [key, nothingOf(schema as z.ZodType)])
  return { ...Object.fromEntries(empty), ...overrides } as z.input<S>
}

/** The empty value of the right type. A required text or list starts empty too, and is refused when sent. */
const nothingOf = (schema: z.ZodType) => [null, false, [], ''].find((nothing) => isOfKind(schema, nothing))
export const isOfKind = (schema: z.ZodType, value: unknown) =>
  !schema.safeParse(value).error?.issues.some(({ code, path }) => code === 'invalid_type' && path.length === 0)

/** Fields without an empty value (a choice, a number, an object): `overrides` must give their initial value. */
type WithoutEmpty<V> = { [K in keyof V as HasEmpty<V[K]> extends true ? never : K]: V[K] }
type HasEmpty<V> = null extends V ? true : '' extends V ? true : false extends V ? true : never[] extends V ? true : false
