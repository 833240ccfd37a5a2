import * as z from 'zod'
import { call, slice } from '../call.ts'
import { dispatchers } from '../roles.ts'
import { id, named } from '../wire.ts'

const hitKinds = ['client', 'site', 'occupant', 'claim', 'invoice', 'route', 'sector', 'operation', 'run'] as const
export type HitKind = (typeof hitKinds)[number]

/** Per kind; the user narrows the search by typing another letter. */
export const mostHits = 8

const hit = named(
  'Hit',
  z.object({
    kind: z.enum(hitKinds),
    id,
    title: z.string(),
    /** What tells it from others of the same name. */
    detail: z.string(),
    /** The client whose folder it is in: for a client, a site, an occupant, a claim or an invoice. */
    clientId: id.nullable(),
    /** Where an occupant lives. */
    siteId: id.nullable(),
  }),
)
export type Hit = z.infer<typeof hit>

export const searchCalls = slice('search', {
  search: call('GET /search', {
    who: dispatchers,
    input: { text: z.string().trim().min(2, 'Au moins 2 caractères.').max(100, 'Au plus 100 caractères.') },
    returns: z.array(hit),
    summary:
      'Finds clients, sites, occupants, claims, invoices, routes, sectors, operations and runs under way by a few letters or part of a ' +
      'phone number; at most 8 of each. Dispatchers find operations and runs',
  }),
})
