import * as z from 'zod'
import { call, slice } from '../call.ts'
import { clients, companyAdmins } from '../roles.ts'
import { id, named } from '../wire.ts'

/** A client's own link, as the portal offers it. */
const ownLink = named(
  'TrackingLink',
  z.object({
    siteId: id,
    siteAddress: z.string(),
    companyName: z.string(),
    path: z.string(),
    /** An operation that is open serves the site. */
    isServed: z.boolean(),
  }),
)

export const trackingCalls = slice('tracking', {
  listTrackingLinks: call('GET /tracking-links', {
    who: clients,
    returns: z.array(ownLink),
    writes: true, // a link exists once someone may have it
    summary: 'The tracking page of each of the client’s own sites that has an occupant',
  }),

  revokeTrackingLinks: call('POST /tracking-links/revoke', {
    who: companyAdmins,
    input: { occupantIds: z.array(id).min(1).max(1000).nullish() },
    touches: [],
    summary: 'The links of these occupants, or of everyone in the company, open nothing any more; later texts carry new ones',
  }),
})
