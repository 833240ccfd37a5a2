import * as z from 'zod'
import { call, slice } from '../call.ts'
import { companyAdmins } from '../roles.ts'
import { sector } from './sector.ts'

export const sectorCalls = slice('sectors', {
  listSectors: call('GET /sectors', {
    who: companyAdmins,
    returns: z.array(sector),
    summary: 'The sectors of the company with their sites',
  }),
})
