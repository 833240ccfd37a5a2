// Reads a long list piece by piece, so that the first rows can be shown early
// (docs/decisions/0021-lists-in-pieces.md).
import { replaceEqualDeep } from '@tanstack/react-query'

export interface LongList<T> {
  rows: T[]
  /** False while rows are still missing. */
  complete: boolean
  /** The server's name for this state of the list; null when it has none. */
  version: string | null
}

interface ListPiece<T> {
  rows: T[]
  next: string | null
  version: string | null
}

export type AskPiece<T> = (input: { limit: number; after?: string }) => Promise<ListPiece<T>>

export interface Listed<T> {
  /** Which row is which; by its `id` unless told. */
  idOf?: (row: T) => string
  /**
   * The rows change all the time and their order never: pieces of two versions fit together. The list then has the version
   * of its first piece, so what changed later is read the next time.
   */
  isLive?: boolean
}

const idOfRow = (row: unknown) => (row as { id: string }).id

/**
 * As large as a short list, which then takes one request. Each following piece doubles, so that a long list is
 * redrawn only a few times.
 */
const firstPiece = 300
/** Parsing a larger piece would block a frame. */
const largestPiece = 4800
/** How many milliseconds to wait before each attempt: a list that changed while it was read is read again. */
const pauses = [0, 500, 1000, 2000, 4000]

/**
 * Returns the whole list, and shows the rows read so far unless `known` already has more. When the list changes
 * between two pieces, rows may be lost or doubled, so it is read again from the start.
 */
export async function readList<T>(
  ask: AskPiece<T>,
  known: LongList<T> | undefined,
  show: (list: LongList<T>) => void,
  { idOf = idOfRow, isLive = false }: Listed<T> = {},
): Promise<LongList<T>> {
  let shown = known
  const showMore = (list: LongList<T>) => {
    if (shown && (shown.complete || shown.rows.length >= list.rows.length)) return
    shown = list
    show(list)
  }
  for (const pause of pauses) {
    if (pause) await new Promise((resume) => setTimeout(resume, pause))
    const list = await readThrough(ask, shown, showMore, { idOf, isLive })
    if (list) return list
  }
  throw new Error('The list changed each time it was read')
}

/** Undefined when the list changed while it was read. */
async function readThrough<T>(
  ask: AskPiece<T>,
  known: LongList<T> | undefined,
  show: (list: LongList<T>) => void,
  { idOf, isLive }: Required<Listed<T>>,
) {
  let limit = firstPiece
  let piece = await ask({ limit })
  const { version } = piece
  if (known?.complete && version !== null && known.version === version) return known
  const kept = keeping(known?.rows ?? [], idOf)
  let rows = piece.rows.map(kept)
  while (piece.next !== null) {
    show({ rows, complete: false, version })
    if (limit === firstPiece) await drawn()
    limit = Math.min(limit * 2, largestPiece)
    piece = await ask({ limit, after: piece.next })
    if (piece.version !== version && !isLive) return undefined
    rows = [...rows, ...piece.rows.map(kept)]
  }
  return { rows: known && isSame(known.rows, rows) ? known.rows : rows, complete: true, version }
}

/**
 * Lets the browser draw the first rows before parsing the next ones blocks it. A timeout, because a hidden tab gets
 * no animation frames.
 */
const drawn = () => new Promise((resume) => setTimeout(resume, 50))

/** Keeps an unchanged row as the same object, so that whatever was computed from it stays valid. */
function keeping<T>(rows: readonly T[], idOf: (row: T) => string): (row: T) => T {
  const byId = new Map(rows.map((row) => [idOf(row), row]))
  return (row) => replaceEqualDeep(byId.get(idOf(row)), row)
}

const isSame = <T>(a: readonly T[], b: readonly T[]) => a.length === b.length && a.every((row, i) => row === b[i])
