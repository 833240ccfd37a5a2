import type { Grouping } from '@bordee/core/groupings/grouping.ts'
import type { Sector } from '@bordee/core/sectors/sector.ts'

/** A row of the tree: a grouping with its sectors, or a single sector. */
export interface SectorNode {
  id: string
  kind: 'group' | 'sector'
  name: string
  sites: number
  contacts: number
  notifiedAt: string | null
  groupId: string | null
  children?: SectorNode[]
}

/** The sectors that a row stands for. */
export const sectorIdsOf = ({ id, children }: SectorNode): string[] => children?.map((child) => child.id) ?? [id]

const nodeOf = ({ id, name, siteIds, contactsCount, notifiedAt, groupId }: Sector): SectorNode => ({
  id,
  kind: 'sector',
  name,
  sites: siteIds.length,
  contacts: contactsCount,
  notifiedAt,
  groupId,
})

/** Grouped: groupings first, then the sectors in none of them. Flat: sectors only. */
export function sectorTree(sectors: Sector[], groupings: Grouping[], isGrouped: boolean): SectorNode[] {
  const nodes = sectors.map(nodeOf)
  if (!isGrouped) return nodes
  const groups = groupings.map(({ id, name, sitesCount: sites, contactsCount: contacts }): SectorNode => {
    const children = nodes.filter(({ groupId }) => groupId === id)
    return { id, kind: 'group', name, sites, contacts, notifiedAt: null, groupId: null, children }
  })
  return [...groups, ...nodes.filter(({ groupId }) => !groups.some(({ id }) => id === groupId))]
}
