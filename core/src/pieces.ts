// A long list is read in ordered pieces, so that the user can read the first ones meanwhile
// (docs/decisions/0021-lists-in-pieces.md).
import * as z from 'zod'

export const largestPiece = 5000

/** Query of a list. With either key the answer is a piece, holding what a grid shows; without, the whole list. */
export const pieceInput = {
  /** Where the previous piece ended, from its `nextPiece` header. */
  after: z.string().max(2000).optional(),
  limit: z.coerce.number<number | string>().pipe(z.int().min(1).max(largestPiece)).optional(),
}

/** Missing on the last piece. */
export const nextPiece = 'x-next-piece'
