// Reads a long list in pieces: each starts where the last one ended, and costs what it holds, not what the company has.
import type { Piece } from '@bordee/core/call.ts'
import { largestPiece } from '@bordee/core/pieces.ts'
import { Problem } from '@bordee/core/problem.ts'
import { id } from '@bordee/core/wire.ts'
import * as z from 'zod'
import type { Ctx } from '../ctx.ts'
import { type Sql, sql } from './sql.ts'

export interface PiecedList<T> {
  /** The columns it is sorted by, and their types. The last one is the row's id. */
  order: Record<string, keyof typeof keys>
  /** Sorted downwards: the newest first. */
  descending?: boolean
  /** What the caller may see: `table where condition`. */
  from: (ctx: Ctx) => Sql<unknown>
  /** The rows with these ids, in the same order. */
  rows: (ctx: Ctx, ids: string[]) => Sql<{ json: T }>
}

interface Asked {
  after?: string | undefined
  limit?: number | undefined
}

export const isPiece = ({ after, limit }: Asked) => after !== undefined || limit !== undefined

export async function readPiece<T>(
  ctx: Ctx,
  { order, descending = false, from, rows }: PiecedList<T>,
  { after, limit = largestPiece }: Asked,
): Promise<Piece<T>> {
  const columns = Object.keys(order).map((column) => sql.ref(column))
  const found = await ctx.tx.sql<{ id: string; place: unknown[] }>`
    select ${columns.at(-1)} as id, json_build_array(${sql.join(columns)}) as place
    from ${from(ctx)} and ${after === undefined ? sql`true` : isAfter(order, columns, after, descending)}
    order by ${sql.join(descending ? columns.map((column) => sql`${column} desc`) : columns)}
    limit ${limit + 1}` // one extra row shows whether this is the end
  const held = found.slice(0, limit)
  const list = await ctx.tx.jsonList(
    rows(
      ctx,
      held.map((row) => row.id),
    ),
  )
  return { ...list, next: found.length > limit ? write(held.at(-1)?.place ?? []) : null }
}

/**
 * Compared with the columns' own collations, as they are sorted. The condition on the first column lets an index find
 * the start, even when the order spans tables.
 */
function isAfter(order: PiecedList<unknown>['order'], columns: Sql<unknown>[], after: string, descending: boolean) {
  const types = Object.values(order)
  const values = read(after, types).map((value, i) => sql`${value}::${sql.raw(types[i] ?? 'text')}`)
  const beyond = sql.raw(descending ? '<' : '>')
  return sql`${columns[0]} ${beyond}= ${values[0]} and (${sql.join(columns)}) ${beyond} (${sql.join(values)})`
}

const keys = {
  text: z.string().refine((text) => text.isWellFormed() && !text.includes('\0')),
  uuid: id,
  timestamptz: z.iso.datetime({ offset: true }),
}

// A place in the order, sent as an opaque cursor.
const write = (place: unknown[]) => Buffer.from(JSON.stringify(place)).toString('base64url')

function read(after: string, types: (keyof typeof keys)[]): string[] {
  try {
    const place = z
      .array(z.unknown())
      .length(types.length)
      .parse(JSON.parse(Buffer.from(after, 'base64url').toString()))
    return types.map((type, i) => keys[type].parse(place[i]))
  } catch {
    throw new Problem(422, 'La suite demandée n’existe pas. Relisez la liste du début.')
  }
}
