// The record: what was received or computed, in lines that can't change unnoticed (docs/product/records.md).
import * as z from 'zod'
import { named } from '../wire.ts'

/** What is recorded as it is received; then what the server computed, once its run is sealed. */
export type RecordKind = keyof typeof recordKindNames
export const recordKindNames = {
  positions: 'positions',
  mark: 'marque',
  damage: 'dommage',
  photo: 'photo',
  reading: 'relevé',
  weather: 'météo',
  alert: 'alerte',
  signature: 'signature',
  correction: 'correction',
  visit: 'visite',
  pass: 'passage',
}

/** Why the application removes or replaces something recorded. Without a reason, it wasn't the application. */
export type RemovalReason = 'retention' | 'erasure' | 'compacted' | 'recomputed' | 'run-removed' | 'photo-removed'

/** Hexadecimal SHA-256. */
const digest = z.string().regex(/^[0-9a-f]{64}$/)

export const evidenceDay = named(
  'EvidenceDay',
  z.object({
    day: z.iso.date(),
    entriesCount: z.int(),
    root: digest,
    /** The published one: of the day, its root and the chain of the day before. */
    chain: digest,
  }),
)
export type EvidenceDay = z.infer<typeof evidenceDay>

/** As anyone may read it: the company is a fingerprint, which its owner's letters and its dossiers state. */
export const publishedDay = named('PublishedDay', evidenceDay.omit({ root: true }).extend({ company: z.string() }))

/** Days after its end during which a run takes late reports and corrections; then it is sealed. */
export const sealedAfterDays = 7
