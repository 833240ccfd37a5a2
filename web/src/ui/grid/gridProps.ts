import type { ReactNode } from 'react'
import type { GridColumn } from './columns.ts'
import type { EmptyWords } from './GridMessage.tsx'
import type { HowToGo } from './usePlace.ts'

export interface DataGridProps<T extends object> {
  /** The key of its settings in local storage; unique in the product. */
  gridId: string
  /** What the rows are, for screen readers and the exported file: « Clients ». */
  label: string
  /** Undefined while they load. Pass the same array as long as the data is the same. */
  rows: T[] | undefined
  /** False while rows are missing, also after a failure: actions on all rows are then disabled. */
  complete?: boolean
  columns: GridColumn<T>[]
  rowId: (row: T) => string
  pageSize?: 100 | 25

  /** With children the grid is a tree: `role="treegrid"`, folded and unfolded with the arrow keys. */
  childrenOf?: (row: T) => T[] | undefined
  /** Ticking a parent ticks its children, unless this is false. */
  cascades?: boolean
  /** Ids unfolded initially; true for all. */
  unfolded?: true | string[]

  /** Rows can be ticked, across pages. `required` keeps at least one ticked. */
  selectable?: boolean | 'required'
  selected?: readonly string[]
  onSelectedChange?: (ids: string[]) => void

  /** A click or Enter opens the row: beside the grid if there is a `detail`, otherwise with `onOpen`. */
  detail?: (row: T, close: () => void) => ReactNode
  openId?: string | null
  /** A screen that holds `openId` in its own URL navigates with the given `how`. */
  onOpenChange?: (id: string | null, how: HowToGo) => void
  onOpen?: (row: T) => void
  onDoubleClick?: (row: T) => void

  /** The name of the exported spreadsheet; without it there is no export. */
  exportAs?: string
  /** Buttons to the right of the search; receives the ticked ids. */
  actions?: ReactNode | ((selected: string[]) => ReactNode)
  empty?: EmptyWords
  /** True when the rows, or some of them, could not be read. */
  failed?: boolean
  onRetry?: () => void
}
