import * as z from 'zod'
import { call, slice } from '../call.ts'
import { companyAdmins } from '../roles.ts'
import { evidenceDay, publishedDay } from './record.ts'

export const recordCalls = slice('records', {
  listEvidenceDays: call('GET /evidence-days', {
    who: companyAdmins,
    input: { from: z.iso.date().nullish(), to: z.iso.date().nullish() },
    returns: z.array(evidenceDay),
    summary: 'The sealed days of the record, newest first; the last thirty if no period is given',
  }),

  listPublishedDays: call('GET /published-days', {
    who: 'anyone',
    input: { day: z.iso.date().nullish() },
    returns: z.array(publishedDay),
    limits: [{ by: 'address', max: 60, seconds: 60 }],
    summary: 'What was sealed on a day, the latest by default, by the fingerprints of companies',
  }),
})
