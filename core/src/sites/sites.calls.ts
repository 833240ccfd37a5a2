import * as z from 'zod'
import { call, drawings, longLists, slice } from '../call.ts'
import { pieceInput } from '../pieces.ts'
import { companyAdmins, folderReaders, platformStaff } from '../roles.ts'
import { id, manyIds, point } from '../wire.ts'
import { newSiteOfClientFields, site, siteChanges, siteDraft, siteRemarks, siteRow } from './site.ts'

const eachOnce = (sites: { id: string }[]) => new Set(sites.map((site) => site.id)).size === sites.length
const bounds = z.object({ north: z.number(), south: z.number(), east: z.number(), west: z.number() })

/** A site's position and status decide which sectors and routes count its occupants. */
const withTheSite = ['alerts', 'billables', 'clients', 'contracts', 'groupings', 'occupants', 'routes', 'search', 'sectors'] as const

export const siteCalls = slice('sites', {
  listSites: call('GET /sites', {
    who: folderReaders,
    input: pieceInput,
    returns: z.array(site),
    rows: siteRow,
    reads: ['accounts', 'clients', 'companies', 'contracts', 'routes', 'sectors', 'sites'],
    summary: 'Every site, whole or in pieces, without its areas’ polygons; managers see those of their clients',
  }),

  getSite: call('GET /sites/:id', { who: folderReaders, input: { id }, returns: site, summary: 'One site, complete' }),

  createSite: call('POST /sites', {
    who: companyAdmins,
    maxBytes: drawings,
    status: 201,
    input: { site: newSiteOfClientFields },
    returns: site,
    touches: ['clients', 'groupings', 'search', 'sectors'],
    summary: 'Creates a site of a client',
  }),

  updateSite: call('PATCH|PUT /sites/:id', {
    who: companyAdmins,
    maxBytes: drawings,
    input: { id, site: siteChanges },
    returns: site,
    touches: withTheSite,
    summary: 'Changes a site; `areas`, if sent, replaces the list; with `removedAreas`, it is merged into it',
  }),

  deleteSite: call('DELETE /sites/:id', {
    who: companyAdmins,
    input: { id },
    touches: withTheSite,
    summary: 'Removes a site with its areas, occupants and places in routes, unless it has a signed contract',
  }),

  deleteSites: call('POST /sites/multi_delete', {
    who: companyAdmins,
    maxBytes: longLists,
    input: { siteIds: manyIds },
    touches: withTheSite,
    summary: 'The same for several, all or none',
  }),

  validateSite: call('POST /sites/validate', {
    who: companyAdmins,
    input: { site: siteDraft },
    returns: siteRemarks,
    summary: 'What saving would refuse, for a form being typed',
  }),

  geolocateSites: call('POST /sites/geolocate', {
    who: platformStaff,
    maxBytes: longLists,
    outside: true,
    input: { clientIds: z.array(id).max(20_000).nullish() },
    returns: z.object({ bounds: bounds.nullable(), geocodes: z.array(z.object({ siteId: id, point })) }),
    summary: 'Proposes a location for each site without one; writes nothing',
  }),

  placeSites: call('PATCH|PUT /sites/many', {
    who: platformStaff,
    maxBytes: longLists,
    input: { sites: z.array(z.object({ id, point })).max(20_000).refine(eachOnce, 'Un point de service est nommé deux fois.') },
    returns: z.array(site),
    touches: ['alerts', 'clients', 'groupings', 'routes', 'sectors'],
    summary: 'Accepts proposed locations, all or none',
  }),
})
