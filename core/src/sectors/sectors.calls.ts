import * as z from 'zod'
import { call, longLists, slice } from '../call.ts'
import { alertSenders, companyAdmins } from '../roles.ts'
import { id, manyIds } from '../wire.ts'
import { newSectorFields, sector, sectorChanges, sectorForAlerts } from './sector.ts'

const errorsUnder = { sector: 'siteGroup' }

/** Clients and sites show their sectors, and accounts show the sectors they may alert. */
const withTheSector = ['accounts', 'alerts', 'clients', 'groupings', 'search', 'sites'] as const

export const sectorCalls = slice('sectors', {
  listSectors: call('GET /sectors', {
    who: companyAdmins,
    returns: z.array(sector),
    summary: 'The sectors of the company with their sites',
  }),

  listSectorsForAlerts: call('GET /sectors/for-alerts', {
    who: alertSenders,
    returns: z.array(sectorForAlerts),
    summary: 'The sectors that the caller may send alerts to',
  }),

  createSector: call('POST /sectors', {
    who: companyAdmins,
    maxBytes: longLists,
    status: 201,
    input: { sector: newSectorFields },
    errorsUnder,
    returns: sector,
    touches: withTheSector,
    summary: 'Creates a sector: a polygon, or a list of sites in an alert list',
  }),

  updateSector: call('PATCH|PUT /sectors/:id', {
    who: companyAdmins,
    maxBytes: longLists,
    input: { id, sector: sectorChanges },
    errorsUnder,
    returns: sector,
    touches: withTheSector,
    summary: 'Changes a sector, or moves it to another grouping',
  }),

  deleteSector: call('DELETE /sectors/:id', {
    who: companyAdmins,
    input: { id },
    touches: withTheSector,
    summary: 'Removes a sector; its sites stay',
  }),

  deleteSectors: call('POST /sectors/multi_delete', {
    who: companyAdmins,
    maxBytes: longLists,
    input: { sectorIds: manyIds },
    touches: withTheSector,
    summary: 'The same for several, all or none',
  }),
})
