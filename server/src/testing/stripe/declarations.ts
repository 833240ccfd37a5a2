// Parses TypeScript declarations: interfaces, namespaces and type aliases, as far as generated code needs it.

export type Type =
  | { is: 'string' | 'number' | 'boolean' | 'null' | 'anything' | 'nothing' }
  | { is: 'literal'; value: string }
  | { is: 'union'; of: Type[] }
  | { is: 'array'; of: Type }
  | { is: 'map'; of: Type }
  | { is: 'object'; fields: Record<string, Field>; bases: string[] }
  /** `within`: the enclosing namespaces. */
  | { is: 'name'; name: string; file?: string; within?: string }
export interface Field {
  type: Type
  optional: boolean
}

/** Types by full name: `Account.Controller.Fees`. */
export function declarationsOf(text: string): Map<string, Type> {
  const found = new Map<string, Type>()
  const reader = new Reader(text.replace(/\/\*[\s\S]*?\*\//g, ' ').replace(/^import .*$/gm, ''))
  readInto(found, reader, '')
  return found
}

class Reader {
  readonly tokens: string[]
  at = 0
  constructor(text: string) {
    this.tokens = text.match(/'[^']*'|"[^"]*"|[A-Za-z_$][\w$]*|-?\d[\d.]*|=>|\.\.\.|[{}()[\]<>|&;:,?=.]/g) ?? []
  }
  get next() {
    return this.tokens[this.at]
  }
  take() {
    return this.tokens[this.at++] ?? ''
  }
  takes(token: string) {
    if (this.next !== token) return false
    this.at++
    return true
  }
  /** Skips the bracketed part that comes next. */
  skip() {
    let depth = 0
    do {
      const token = this.take()
      if ('{(['.includes(token)) depth++
      if ('})]'.includes(token)) depth--
    } while (depth > 0 && this.next !== undefined)
  }
}

function readInto(found: Map<string, Type>, reader: Reader, within: string) {
  const full = (name: string) => (within ? `${within}.${name}` : name)
  while (reader.next !== undefined && reader.next !== '}') {
    const word = reader.take()
    if (word === 'interface') {
      const name = reader.take()
      const bases: string[] = []
      if (reader.takes('extends')) {
        while (reader.next !== '{') {
          const token = reader.take()
          if (/^\w/.test(token)) bases.push(token)
        }
      }
      found.set(full(name), { ...readObject(reader), bases } as Type)
    } else if (word === 'namespace') {
      const name = reader.take()
      reader.take()
      readInto(found, reader, full(name))
      reader.take()
    } else if (word === 'type') {
      const name = reader.take()
      if (reader.next === '<') while (reader.take() !== '>'); // Emptyable<T>, which is built in here
      reader.take()
      found.set(full(name), readType(reader))
      reader.takes(';')
    } else if (word === 'class') {
      while (reader.next !== '{') reader.take()
      reader.skip()
    } else if (word === '{') {
      reader.at--
      reader.skip() // export { … }
    }
  }
}

function readObject(reader: Reader): Type {
  const fields: Record<string, Field> = {}
  let map: Type | undefined
  reader.take()
  while (!reader.takes('}')) {
    if (reader.takes('[')) {
      while (reader.take() !== ']');
      reader.take()
      map = readType(reader)
    } else {
      const name = reader.take().replace(/^['"]|['"]$/g, '')
      const optional = reader.takes('?')
      reader.take()
      fields[name] = { type: readType(reader), optional }
    }
    reader.takes(';')
  }
  return map ? { is: 'map', of: map } : { is: 'object', fields, bases: [] }
}

function readType(reader: Reader): Type {
  const parts: Type[] = []
  reader.takes('|')
  do parts.push(readPart(reader))
  while (reader.takes('|'))
  const [only] = parts
  return parts.length === 1 && only ? only : { is: 'union', of: parts }
}

const plain: Record<string, Type> = {
  string: { is: 'string' },
  number: { is: 'number' },
  boolean: { is: 'boolean' },
  null: { is: 'null' },
  void: { is: 'nothing' },
  undefined: { is: 'nothing' },
  Decimal: { is: 'string' },
  /** « or a value from a later version »: here, only values of this version are accepted. */
  OtherString: { is: 'nothing' },
}

function readPart(reader: Reader): Type {
  if (reader.next === '{') return readObject(reader)
  if (reader.next === '(') {
    reader.skip()
    if (reader.takes('=>')) readType(reader)
    return { is: 'anything' }
  }
  const token = reader.take()
  if (/^['"]/.test(token)) return { is: 'literal', value: token.slice(1, -1) }
  const known = plain[token]
  if (known) return known
  let name = token
  while (reader.takes('.')) name += `.${reader.take()}`
  const given: Type[] = []
  if (reader.takes('<')) {
    do given.push(readType(reader))
    while (reader.takes(','))
    reader.take()
  }
  const [first = { is: 'anything' } as Type] = given
  if (name === 'Array') return { is: 'array', of: first }
  if (name === 'Emptyable') return { is: 'union', of: [first, { is: 'literal', value: '' }] }
  if (name === 'ApiList') return { is: 'object', bases: [], fields: listFields(first) }
  return given.length > 0 ? { is: 'anything' } : { is: 'name', name }
}

export const listFields = (of: Type): Record<string, Field> => ({
  object: { type: { is: 'literal', value: 'list' }, optional: false },
  data: { type: { is: 'array', of }, optional: false },
  has_more: { type: { is: 'boolean' }, optional: false },
  url: { type: { is: 'string' }, optional: false },
})
