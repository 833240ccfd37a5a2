import * as z from 'zod'
import { call, longLists, slice } from '../call.ts'
import { pieceInput } from '../pieces.ts'
import { clients, companyAdmins, folderReaders } from '../roles.ts'
import { id, manyIds } from '../wire.ts'
import { contactChanges, listedOccupant, newContactFields, occupant, occupantRow, resubscription, subscriptionChange } from './occupant.ts'

const maxOccupants = 1000

/** Clients, sectors, groupings, routes and send previews count occupants. */
const withThePeople = ['alerts', 'clients', 'groupings', 'routes', 'search', 'sectors'] as const

export const occupantCalls = slice('occupants', {
  listOccupants: call('GET /contacts', {
    who: [...folderReaders, ...clients],
    input: { ...pieceInput, siteId: id.optional(), clientId: id.optional() },
    returns: z.array(occupant),
    rows: occupantRow,
    reads: ['accounts', 'clients', 'occupants', 'sites'],
    summary:
      'Occupants of one site, one client or the company, whole or in pieces; managers see their clients’, ' + 'clients their own sites’',
  }),

  createOccupant: call('POST /contacts', {
    who: folderReaders,
    status: 201,
    input: { contact: newContactFields },
    returns: occupant,
    touches: withThePeople,
    summary: 'Creates an occupant of a site',
  }),

  updateOccupant: call('PATCH|PUT /contacts/:id', {
    who: folderReaders,
    input: { id, contact: contactChanges },
    returns: occupant,
    touches: withThePeople,
    summary: 'Changes an occupant; omitted fields stay',
  }),

  deleteOccupant: call('DELETE /contacts/:id', {
    who: folderReaders,
    input: { id },
    touches: withThePeople,
    summary: 'Removes an occupant',
  }),

  deleteOccupants: call('POST /contacts/multi_delete', {
    who: folderReaders,
    maxBytes: longLists,
    input: { contactIds: manyIds },
    touches: withThePeople,
    summary: 'The same for several, all or none',
  }),

  replaceOccupants: call('PATCH|PUT /contacts/many', {
    who: [...folderReaders, ...clients],
    maxBytes: longLists,
    input: {
      siteId: id,
      occupants: z.array(listedOccupant).max(maxOccupants),
      /** Sent with the list, even when empty: it is then merged instead of replacing. */
      removedOccupantIds: z.array(id).max(maxOccupants).optional(),
    },
    returns: z.array(occupant),
    touches: withThePeople,
    summary: 'Replaces a site’s occupants: those missing from the list are removed; with `removedOccupantIds`, only those are',
  }),

  listSubscriptionChanges: call('GET /contacts/:id/subscription', {
    who: companyAdmins,
    input: { id },
    returns: z.array(subscriptionChange),
    summary: 'When and how the occupant’s phone unsubscribed from alerts and subscribed again, newest first',
  }),

  resubscribeOccupant: call('POST /contacts/:id/resubscribe', {
    who: companyAdmins,
    input: { id, request: resubscription.shape.request },
    returns: occupant,
    touches: ['alerts'],
    summary:
      'Subscribes the occupant’s phone to alerts again, at the occupant’s request, which is recorded; ' + '409 if it is not unsubscribed',
  }),
})
