// A long list is read in pieces, in its own order, while one already reads what came (docs/decisions/0021-lists-in-pieces.md).
import * as z from 'zod'
import type { SliceName } from './call.ts'

export const largestPiece = 5000

/** In the query of a list. With either one comes a piece, whose rows carry what a grid shows; without, the list whole. */
export const pieceInput = {
  /** Where the piece before ended, as the header `nextPiece` of its answer said. */
  after: z.string().max(2000).optional(),
  limit: z.coerce.number<number | string>().pipe(z.int().min(1).max(largestPiece)).optional(),
}

/** Absent from the answer to the last piece. */
export const nextPiece = 'x-next-piece'

/** The slices whose changes the database notes: a list that reads no others has a version. */
const versionedSlices = [
  'accounts',
  'clients',
  'companies',
  'contracts',
  'occupants',
  'routes',
  'sectors',
  'sites',
] as const satisfies SliceName[]
export type VersionedSlice = (typeof versionedSlices)[number]
