// What a resident sends from their own page.
import * as z from 'zod'
import { reportKinds } from '../replies/reply.ts'
import { id, optionalLines } from '../wire.ts'

/** Sent again after a lost answer, it is the same report. */
export const sentReport = z.object({ id, kind: z.enum(reportKinds, 'Choisissez ce qui arrive.'), text: optionalLines(600).nullish() })
