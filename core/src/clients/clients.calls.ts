import * as z from 'zod'
import { call, drawings, longLists, slice } from '../call.ts'
import { newOccupantFields } from '../occupants/occupant.ts'
import { pieceInput } from '../pieces.ts'
import { companyAdmins, folderReaders } from '../roles.ts'
import { newSiteFields, site } from '../sites/site.ts'
import { id, manyIds } from '../wire.ts'
import { client, clientChanges, clientDraft, clientRemarks, clientRow, newClientFields } from './client.ts'

/** Deleting a client deletes their sites, with occupants and places in routes. */
const withTheFolder = [
  'accounts',
  'alerts',
  'billables',
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
    summary: 'The clients by name, whole or in pieces; managers see their own',
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
    summary: 'Creates a client with a first site and its occupants, all or nothing; an empty number is assigned',
  }),

  updateClient: call('PATCH|PUT /customers/:id', {
    who: companyAdmins,
    maxBytes: drawings,
    input: { id, client: clientChanges },
    returns: client,
    touches: ['occupants', 'routes', 'search', 'sites'],
    summary: 'Changes a client; omitted fields stay',
  }),

  deleteClient: call('DELETE /customers/:id', {
    who: companyAdmins,
    input: { id },
    touches: withTheFolder,
    summary: 'Removes a client with its sites and their occupants, unless a signed contract still runs',
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
    summary: 'What saving would refuse or warn about, for a form being typed',
  }),
})
