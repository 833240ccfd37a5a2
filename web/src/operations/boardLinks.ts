// Links into an operation, apart from the board: a page with such a link needn't load it.
import type { SiteState } from '@bordee/core/operations/operation.ts'
import { type Door, only } from '../ui/gridLink.ts'

/** The grid of Passages. */
export const passesGrid = 'operation-sites'

export const tabOf = (id: string, tab?: string, search: object = {}): Door => ({
  to: '/dashboard/operations/$id/{-$tab}',
  params: { id, tab },
  search,
})

export const sitesInState = (id: string, ...states: SiteState[]) => tabOf(id, 'passes', only(passesGrid, { state: { oneOf: states } }))

export const lateSites = (id: string) => tabOf(id, 'passes', only(passesGrid, { late: { oneOf: ['true'] } }))
