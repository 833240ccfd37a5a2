import * as z from 'zod'
import { call, longLists, slice } from '../call.ts'
import { companyAdmins } from '../roles.ts'
import { id, manyIds } from '../wire.ts'
import { element, grouping, groupingChanges, groupingParts, newGroupingFields, removedSiteGroupIds } from './grouping.ts'

/** Sub-sectors may be saved along with a list, so everything a sector changes counts. */
const withItsSectors = ['accounts', 'alerts', 'clients', 'search', 'sectors', 'sites'] as const

export const groupingCalls = slice('groupings', {
  listGroupings: call('GET /alerts', { who: companyAdmins, returns: z.array(grouping), summary: 'Groupings of sectors, or alert lists' }),

  listElements: call('GET /alerts/:id/elements', {
    who: companyAdmins,
    input: { id },
    returns: z.array(element),
    summary: 'The sectors of a grouping, with their sites and users',
  }),

  createGrouping: call('POST /alerts', {
    who: companyAdmins,
    maxBytes: longLists,
    status: 201,
    input: { alerts: newGroupingFields, ...groupingParts },
    returns: grouping,
    touches: withItsSectors,
    summary: 'Creates a grouping from existing sectors and from new sub-sectors sent with it',
  }),

  updateGrouping: call('PATCH|PUT /alerts/:id', {
    who: companyAdmins,
    maxBytes: longLists,
    input: { id, alerts: groupingChanges.optional(), ...groupingParts, removedSiteGroupIds },
    returns: grouping,
    touches: withItsSectors,
    summary: 'Renames a grouping; the lists that are sent become its sectors; with `removedSiteGroupIds`, they are added to them',
  }),

  deleteGrouping: call('DELETE /alerts/:id', {
    who: companyAdmins,
    input: { id },
    touches: ['alerts', 'sectors'],
    summary: 'Removes a grouping; its sectors stay, ungrouped',
  }),

  deleteGroupings: call('POST /alerts/multi_delete', {
    who: companyAdmins,
    maxBytes: longLists,
    input: { alertsIds: manyIds },
    touches: ['alerts', 'sectors'],
    summary: 'The same for several, all or none',
  }),
})
