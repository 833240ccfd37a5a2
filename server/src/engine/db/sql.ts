// SQL as one would paste it into psql, in pieces that fit into each other. A value between them is a parameter; nothing is ever quoted into the text but names and
// literals that the code itself wrote. Written out for every call: it stays a walk over strings.

/** A piece of SQL. `O` is the row that it answers, where it is a whole query. */
export class Sql<O> {
  declare readonly answers: O
  readonly texts: readonly string[]
  readonly between: readonly unknown[]

  constructor(texts: readonly string[], between: readonly unknown[]) {
    this.texts = texts
    this.between = between
  }
}

/** `${…}` is a parameter, or another piece. */
export function sql<O>(texts: TemplateStringsArray, ...between: unknown[]): Sql<O> {
  return new Sql(texts, between)
}

const asIs = <O>(text: string) => new Sql<O>([text], [])
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
/** As many as the code has names for columns and tables. */
const dottedBefore = new Map<string, string>()
function dotted(name: string): string {
  const known = dottedBefore.get(name) ?? name.split('.').map(quoted).join('.')
  dottedBefore.set(name, known)
  return known
}

/** A column, `site.name` with its table. */
sql.ref = <O>(name: string): Sql<O> => asIs(dotted(name))
sql.table = (name: string): Sql<unknown> => asIs(dotted(name))
/** A constant of the code: it belongs to the text, so that PostgreSQL plans with it. */
sql.lit = <O extends string | number>(value: O): Sql<O> =>
  asIs(typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`)
sql.raw = (text: string): Sql<unknown> => asIs(text)
sql.join = (pieces: readonly unknown[], separator = ', '): Sql<unknown> =>
  new Sql(['', ...pieces.slice(1).map(() => separator), ...pieces.slice(0, 1).map(() => '')], pieces)

/** A piece without parameters, written out once: what a query asks for with each call. */
export function fixed<O>(piece: Sql<O>): Sql<O> {
  const { text, values } = written(piece)
  if (values.length > 0) throw new Error('a piece with parameters is written each time')
  return asIs(text)
}

/** The text with its parameters numbered, and their values. */
export function written(query: Sql<unknown>): { text: string; values: unknown[] } {
  const values: unknown[] = []
  const write = ({ texts, between }: Sql<unknown>): string => {
    let text = texts[0] ?? ''
    for (let at = 0; at < between.length; at++) {
      const piece = between[at]
      text += (piece instanceof Sql ? write(piece) : `$${values.push(piece)}`) + texts[at + 1]
    }
    return text
  }
  return { text: write(query), values }
}
