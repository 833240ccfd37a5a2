// SQL that can be pasted into psql, in composable pieces. Interpolated values become parameters; only names and
// literals from the code itself are quoted into the text. Runs at every call, so it only concatenates strings.

/** A piece of SQL. `O` is the type of its rows, if it is a whole query. */
export class Sql<O> {
  declare readonly answers: O
  readonly texts: readonly string[]
  readonly between: readonly unknown[]

  constructor(texts: readonly string[], between: readonly unknown[]) {
    this.texts = texts
    this.between = between
  }
}

/** `${…}` is a parameter or another piece. */
export function sql<O>(texts: TemplateStringsArray, ...between: unknown[]): Sql<O> {
  return new Sql(texts, between)
}

const asIs = <O>(text: string) => new Sql<O>([text], [])
const quoted = (name: string) => `"${name.replaceAll('"', '""').replaceAll('.', '"."')}"`

/** A column; `site.name` includes its table. */
sql.ref = <O>(name: string): Sql<O> => asIs(quoted(name))
sql.table = (name: string): Sql<unknown> => asIs(quoted(name))
/** A constant of the code, kept in the text so that PostgreSQL plans with it. */
sql.lit = <O extends string | number>(value: O): Sql<O> =>
  asIs(typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`)
sql.raw = (text: string): Sql<unknown> => asIs(text)
sql.join = (pieces: readonly unknown[], separator = ', '): Sql<unknown> =>
  new Sql(['', ...pieces.slice(1).map(() => separator), ...pieces.slice(0, 1).map(() => '')], pieces)

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
