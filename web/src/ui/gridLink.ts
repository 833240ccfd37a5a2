// Apart from the grid: a page with a link to a list needn't load the list.
import type { Filter } from './grid/columns.ts'

/** Where a number or a line leads; `<Link {...door}>`. */
export interface Door {
  to: string
  params?: object
  search?: object
}

/** The parameters of a link that opens a grid with these filters alone, as in `only('contracts', { status: { oneOf: ['draft'] } })`. */
export const only = (gridId: string, filters: Record<string, Filter>) =>
  ({ [`${gridId}.only`]: filters, [`${gridId}.q`]: undefined, [`${gridId}.page`]: undefined }) as never
