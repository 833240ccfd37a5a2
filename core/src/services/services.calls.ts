import * as z from 'zod'
import { call, slice } from '../call.ts'
import { companyAdmins } from '../roles.ts'
import { id } from '../wire.ts'
import { newServiceFields, service, serviceFields } from './service.ts'

export const serviceCalls = slice('services', {
  listServices: call('GET /services', { who: companyAdmins, returns: z.array(service), summary: 'The services that the company sells' }),

  createService: call('POST /services', {
    who: companyAdmins,
    status: 201,
    input: { service: newServiceFields },
    returns: service,
    touches: [],
    summary: 'Creates a service, red by default',
  }),

  updateService: call('PATCH|PUT /services/:id', {
    who: companyAdmins,
    input: { id, service: serviceFields.partial() },
    returns: service,
    touches: ['routes'],
    summary: 'Changes a service; omitted fields stay',
  }),

  deleteService: call('DELETE /services/:id', {
    who: companyAdmins,
    input: { id },
    touches: [],
    summary: 'Removes a service; refused while an area, a route or a contract template uses it',
  }),
})
