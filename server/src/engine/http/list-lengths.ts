import type * as z from 'zod'

/** The limit for a list without its own, and for all lists of a body together, since nested lists multiply. */
const unlessSaid = 1000
const together = 25_000

interface Issue {
  path: (string | number)[]
  message: string
}

/**
 * The first list in `value` longer than its schema allows. zod validates every element of a list before its length: a
 * hundred thousand wrong elements would make a hundred thousand errors and block the server meanwhile.
 */
export function tooLongList(
  schema: z.core.$ZodType,
  value: unknown,
  path: Issue['path'] = [],
  budget = { left: together },
): Issue | undefined {
  const { def } = schema._zod as unknown as { def: Definition }
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
      return def.innerType && tooLongList(def.innerType, value, path, budget)
    case 'pipe': // includes `preprocess`; for a value that it turns into a list, that list is checked
      return def.out && tooLongList(def.out, value, path, budget)
    case 'object': {
      if (typeof value !== 'object' || value === null) return undefined
      for (const [key, inner] of Object.entries(def.shape ?? {})) {
        const found = tooLongList(inner, (value as Record<string, unknown>)[key], [...path, key], budget)
        if (found) return found
      }
      return undefined
    }
    case 'array': {
      if (!Array.isArray(value)) return undefined
      budget.left -= value.length
      if (value.length > longestOf(def) || budget.left < 0) return { path, message: 'Cette liste est trop longue.' }
      if (!def.element || !holdsLists(def.element)) return undefined
      for (const [index, one] of value.entries()) {
        const found = tooLongList(def.element, one, [...path, index], budget)
        if (found) return found
      }
    }
  }
  return undefined
}

interface Definition {
  type: string
  innerType?: z.core.$ZodType
  out?: z.core.$ZodType
  shape?: Record<string, z.core.$ZodType>
  element?: z.core.$ZodType
  checks?: { _zod: { def: { check: string; maximum?: number } } }[]
}

const longestOf = ({ checks = [] }: Definition): number =>
  checks.find(({ _zod: { def } }) => def.check === 'max_length')?._zod.def.maximum ?? unlessSaid

const known = new WeakMap<z.core.$ZodType, boolean>()
function holdsLists(schema: z.core.$ZodType): boolean {
  const seen = known.get(schema)
  if (seen !== undefined) return seen
  const { def } = schema._zod as unknown as { def: Definition }
  const parts = [def.innerType, def.out, ...Object.values(def.shape ?? {})].filter((part) => part !== undefined)
  const holds = def.type === 'array' || parts.some(holdsLists)
  known.set(schema, holds)
  return holds
}
