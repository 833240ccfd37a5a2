// What a form holds, read from its schema: a field that is added to the schema is in the form, and none is listed by hand.
import type * as z from 'zod'

/** What the schema names of an entity that is read; `said` for what the form holds otherwise. */
export function held<S extends z.ZodObject, Said extends Partial<z.input<S>> = object>(
  { shape }: S,
  entity: Omit<z.input<S>, keyof Said>,
  said?: Said,
): z.input<S> {
  const known: Record<string, unknown> = { ...entity, ...said }
  return Object.fromEntries(Object.keys(shape).map((key) => [key, known[key]])) as z.input<S>
}

/** Nothing yet in any field, save for what is said. */
export function blank<S extends z.ZodObject>({ shape }: S, said: Partial<z.input<S>> & WithoutBlank<z.input<S>>): z.input<S> {
  const blanks = Object.entries(shape).map(([key, schema]) => [key, nothingOf(schema as z.ZodType)])
  return { ...Object.fromEntries(blanks), ...said } as z.input<S>
}

/** Of its kind at least: a text or a list that must say something is empty all the same, and refused once it is sent. */
const nothingOf = (schema: z.ZodType) => [null, false, [], ''].find((nothing) => isOfKind(schema, nothing))
const isOfKind = (schema: z.ZodType, value: unknown) =>
  !schema.safeParse(value).error?.issues.some(({ code, path }) => code === 'invalid_type' && path.length === 0)

/** A choice, a number, a part: what they begin with must be said. */
type WithoutBlank<V> = { [K in keyof V as HasBlank<V[K]> extends true ? never : K]: V[K] }
type HasBlank<V> = null extends V ? true : '' extends V ? true : false extends V ? true : never[] extends V ? true : false
