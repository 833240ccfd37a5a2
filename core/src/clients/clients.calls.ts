import * as z from 'zod'
import { call, drawings, longLists, slice } from '../call.ts'
import { newOccupantFields } from '../occupants/occupant.ts'
import { pieceInput } from '../pieces.ts'
import { companyAdmins, folderReaders } from '../roles.ts'
import { newSiteFields, site } from '../sites/site.ts'
import { id, manyIds } from '../wire.ts'
import { client, clientChanges, clientDraft, clientRemarks, clientRow, newClientFields } from './client.ts'

/** Deleting a client deletes his sites, their occupants and their places in routes. */
const withTheFolder = [
  'accounts',
  'alerts',
  'contracts',
  'groupings',
  'occupants',
  'platform',
  'routes',
  'search',
  'sectors',
  'sites',
] as const

export const clientCalls = slice('clients', {
  listClients: call('GET /customers', {
    who: folderReaders,
    input: pieceInput,
    returns: z.array(client),
    rows: clientRow,
    reads: ['accounts', 'clients', 'companies', 'contracts', 'occupants', 'sectors', 'sites'],
    summary: 'The clients by name, whole or in pieces; a manager sees his own',
  }),

  getClient: call('GET /customers/:id', { who: folderReaders, input: { id }, returns: client, summary: 'One client' }),

  listClientSites: call('GET /customers/:id/sites', {
    who: folderReaders,
    input: { id },
    returns: z.array(site),
    summary: 'A client’s sites, without the polygons of their areas',
  }),

  createClient: call('POST /customers', {
    who: companyAdmins,
    maxBytes: drawings,
    status: 201,
    input: { client: newClientFields, site: newSiteFields.nullish(), occupants: z.array(newOccupantFields).max(1000).nullish() },
    returns: client,
    touches: ['alerts', 'groupings', 'occupants', 'platform', 'search', 'sectors', 'sites'],
    summary: 'A client with his first site and its occupants, all or nothing; the number is given when empty',
  }),

  updateClient: call('PATCH|PUT /customers/:id', {
    who: companyAdmins,
    maxBytes: drawings,
    input: { id, client: clientChanges },
    returns: client,
    touches: ['occupants', 'routes', 'search', 'sites'],
    summary: 'Changes a client; what is not sent stays',
  }),

  deleteClient: call('DELETE /customers/:id', {
    who: companyAdmins,
    input: { id },
    touches: withTheFolder,
    summary: 'A client goes with his sites and their occupants, unless a signed contract still runs',
  }),

  deleteClients: call('POST /customers/multi_delete', {
    who: companyAdmins,
    maxBytes: longLists,
    input: { clientIds: manyIds },
    touches: withTheFolder,
    summary: 'The same for several, all or none',
  }),

  validateClient: call('POST /customers/validate', {
    who: companyAdmins,
    input: { client: clientDraft },
    returns: clientRemarks,
    summary: 'What saving would refuse, and what is worth knowing, while one types',
  }),
})
