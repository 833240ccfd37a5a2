// The evidence file (« dossier de preuve ») of a site, or of all sites of a client, for a period (docs/product/evidence.md).
import * as z from 'zod'
import { addDays, type IsoDate } from '../time.ts'
import { id, instant, named } from '../wire.ts'

const evidenceStates = ['waiting', 'building', 'ready', 'failed', 'removed'] as const
export type EvidenceState = (typeof evidenceStates)[number]
export const evidenceStateNames: Record<EvidenceState, string> = {
  waiting: 'En attente',
  building: 'En préparation',
  ready: 'Prêt',
  failed: 'Échoué',
  removed: 'Retiré',
}

/** A whole winter, from one August to the next. */
const longestPeriod = 366
/** Around the moment that a claim is about. */
export const hoursBefore = 72
export const hoursAfter = 24

const onePlace = 'Choisissez un point de service ou un client.'
const tooLong = `La période ne peut pas dépasser ${longestPeriod} jours.`
const wrongOrder = 'La fin doit être après le début.'
const outOfPeriod = 'Le moment de la réclamation doit être dans la période.'

export const tooFar = 'Cette date est trop loin.'
/** An earlier day is a slip of the finger. */
const earliest = '2000-01-01'
/** The last day that a dossier ordered on `today` may be about. */
export const latestDay = (today: IsoDate): IsoDate => addDays(today, longestPeriod)

/** Aborts: what compares days would throw at one that isn't in the calendar. */
const day = z.iso.date({ abort: true }).refine((date) => date >= earliest, tooFar)

export const evidenceOrder = z
  .object({
    siteId: id.nullish(),
    /** All sites of the client, in one zip. */
    customerId: id.nullish(),
    claimId: id.nullish(),
    from: day,
    to: day,
    /** When it happened: the first page answers it, hour by hour. */
    momentAt: instant.nullish(),
    withDrivers: z.boolean().default(true),
  })
  .refine(({ siteId, customerId }) => !siteId !== !customerId, { path: ['siteId'], message: onePlace })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: wrongOrder })
  .refine(({ from, to }) => to < addDays(from, longestPeriod), { path: ['to'], message: tooLong })
  .refine(({ from, to, momentAt: at }) => !at || (at.slice(0, 10) >= addDays(from, -1) && at.slice(0, 10) <= addDays(to, 1)), {
    path: ['momentAt'],
    message: outOfPeriod,
  })
export type EvidenceOrder = z.output<typeof evidenceOrder>

export const evidenceFile = named(
  'EvidenceFile',
  z.object({
    id,
    siteId: id.nullable(),
    customerId: id.nullable(),
    claimId: id.nullable(),
    /** The address, or the client's name, as it was. */
    subject: z.string(),
    from: z.iso.date(),
    to: z.iso.date(),
    momentAt: instant.nullable(),
    withDrivers: z.boolean(),
    state: z.enum(evidenceStates),
    /** Sites. */
    done: z.int(),
    total: z.int(),
    fileName: z.string().nullable(),
    size: z.int().nullable(),
    sha256: z.string().nullable(),
    problem: z.string().nullable(),
    userName: z.string(),
    createdAt: instant,
    finishedAt: instant.nullable(),
  }),
)
export type EvidenceFile = z.infer<typeof evidenceFile>

/** What anyone who holds a dossier may learn: nothing about the client. `isSame`: byte for byte. */
export const foundEvidence = named(
  'FoundEvidence',
  z.object({ isSame: z.boolean(), companyName: z.string(), producedAt: instant, from: z.iso.date(), to: z.iso.date() }),
)
export type FoundEvidence = z.infer<typeof foundEvidence>

/** Found in a dossier even when something in it was changed: a PDF's metadata and a zip's comment are not packed. */
export const markOf = (evidenceId: string): string => `bordee-dossier:${evidenceId}`
export const markPattern = /bordee-dossier:([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/
