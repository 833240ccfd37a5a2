// A long list is read piece by piece, while one already reads what came (docs/decisions/0021-lists-in-pieces.md).
import { replaceEqualDeep } from '@tanstack/react-query'

export interface LongList<T> {
  rows: T[]
  /** False while more is to come. */
  complete: boolean
  /** What the server calls this state of the list; null when it has no name for it. */
  version: string | null
}

/** Some rows, and where the next ones begin. */
interface ListPiece<T> {
  rows: T[]
  next: string | null
  version: string | null
}

export type AskPiece<T> = (input: { limit: number; after?: string }) => Promise<ListPiece<T>>

/** As many as a short list has, to be as quick; each piece is then twice the one before, so that a long list is drawn again a few times only. */
const firstPiece = 300
/** Parsing more than this at once would hold up a frame. */
const largestPiece = 4800
/** Milliseconds to wait after each time that the list changed while it was read. */
const pauses = [0, 500, 1000, 2000, 4000]

/**
 * The whole list. What came so far is shown meanwhile, unless there is more of `known` to see. Rows are lost or doubled where something changes
 * between two pieces: then the list is read again from its beginning.
 */
export async function readList<T extends { id: string }>(
  ask: AskPiece<T>,
  known: LongList<T> | undefined,
  show: (list: LongList<T>) => void,
): Promise<LongList<T>> {
  let shown = known
  const showMore = (list: LongList<T>) => {
    if (shown && (shown.complete || shown.rows.length >= list.rows.length)) return
    shown = list
    show(list)
  }
  for (const pause of pauses) {
    if (pause) await new Promise((resume) => setTimeout(resume, pause))
    const list = await readThrough(ask, shown, showMore)
    if (list) return list
  }
  throw new Error('the list changed each time it was read')
}

/** Undefined when it changed on the way. */
async function readThrough<T extends { id: string }>(ask: AskPiece<T>, known: LongList<T> | undefined, show: (list: LongList<T>) => void) {
  let limit = firstPiece
  let piece = await ask({ limit })
  const { version } = piece
  if (known?.complete && version !== null && known.version === version) return known
  const kept = keeping(known?.rows ?? [])
  let rows = piece.rows.map(kept)
  while (piece.next !== null) {
    show({ rows, complete: false, version })
    if (limit === firstPiece) await drawn()
    limit = Math.min(limit * 2, largestPiece)
    piece = await ask({ limit, after: piece.next })
    if (piece.version !== version) return undefined
    rows = [...rows, ...piece.rows.map(kept)]
  }
  return { rows: known && isSame(known.rows, rows) ? known.rows : rows, complete: true, version }
}

/** The first rows are drawn before the next are asked for: reading those takes the same processor. Not by frames, which a hidden tab has none of. */
const drawn = () => new Promise((resume) => setTimeout(resume, 50))

/** A row that did not change stays the same object: what was prepared of it is still good. */
function keeping<T extends { id: string }>(rows: readonly T[]): (row: T) => T {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return (row) => replaceEqualDeep(byId.get(row.id), row)
}

const isSame = <T>(a: readonly T[], b: readonly T[]) => a.length === b.length && a.every((row, i) => row === b[i])
