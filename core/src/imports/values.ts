// What people write in cells, read as what a field takes.
import type { SheetColumn } from './columns.ts'
import type { Cell } from './import.ts'

/** What a cell becomes in a field; or, in French, why it cannot. An empty cell is `undefined`: it changes nothing. */
export type ReadValue = { value: unknown } | { problem: string }

export function readValue(_column: SheetColumn, _cell: Cell): ReadValue {
  throw new Error('not written yet')
}
