// What an erasure removed of a client's folders, and what stays (docs/product/privacy.md).
import * as z from 'zod'
import { keptAfterEnd } from '../contracts/contract-life.ts'
import { count } from '../text.ts'
import { formatDate } from '../time.ts'
import { id, instant, named } from '../wire.ts'

const erasedKinds = [
  'photos',
  'alerts',
  'replies',
  'calls',
  'occupants',
  'quotes',
  'contracts',
  'invoices',
  'collectionNotes',
  'dossiers',
  'stops',
  'claims',
  'sites',
  'folders',
] as const
export type ErasedKind = (typeof erasedKinds)[number]

/** One, and several. */
const kindNames: Record<ErasedKind, [string, string]> = {
  photos: ['photo', 'photos'],
  alerts: ['alerte reçue', 'alertes reçues'],
  replies: ['message écrit', 'messages écrits'],
  calls: ['appel noté', 'appels notés'],
  occupants: ['occupant', 'occupants'],
  quotes: ['demande de soumission', 'demandes de soumission'],
  contracts: ['contrat', 'contrats'],
  invoices: ['facture', 'factures'],
  collectionNotes: ['note de recouvrement', 'notes de recouvrement'],
  dossiers: ['dossier de preuve', 'dossiers de preuve'],
  stops: ['nom et adresse dans une tournée', 'noms et adresses dans des tournées'],
  claims: ['réclamation', 'réclamations'],
  sites: ['point de service', 'points de service'],
  folders: ['dossier client', 'dossiers clients'],
}

const keptReasons = ['claim', 'limitation', 'open-claim', 'signed', 'issued', 'running', 'paid', 'under-way', 'site-kept'] as const
export type KeptReason = (typeof keptReasons)[number]

const keptRows = z.object({
  reason: z.enum(keptReasons),
  /** Of the claim that holds it, when it happened; of a claim, the last day on which it can be brought. */
  day: z.iso.date().nullable(),
  claimId: id.nullable(),
  count: z.int(),
})
export type Kept = z.infer<typeof keptRows>

const reasonNames: Record<KeptReason, (day: string) => string> = {
  claim: (day) => `réclamation du ${day}, jusqu’à ce qu’elle soit fermée`,
  limitation: (day) => `jusqu’à la prescription, le ${day}`,
  'open-claim': () => 'réclamation qui n’est pas fermée',
  signed: () => `contrat signé, conservé ${keptAfterEnd} ans après sa fin`,
  issued: () => `facture émise, conservée ${keptAfterEnd}\u00a0ans`,
  running: () => 'contrat signé en cours',
  paid: () => 'paiement inscrit au contrat',
  'under-way': () => 'tournée ou envoi en cours',
  'site-kept': () => 'un de ses points de service reste',
}

const erasedPart = z.object({ kind: z.enum(erasedKinds), removed: z.int(), kept: z.array(keptRows) })
export type ErasedPart = z.infer<typeof erasedPart>

export const erasure = named(
  'Erasure',
  z.object({
    id,
    /** The client's request; null when the office acted on its own. */
    requestId: id.nullable(),
    folders: z.array(z.object({ id, name: z.string() })),
    parts: z.array(erasedPart),
    userName: z.string(),
    at: instant,
  }),
)
export type Erasure = z.infer<typeof erasure>

const counted = (n: number, kind: ErasedKind) => count(n, ...kindNames[kind])

/** « 3 photos », one for each kind of which something went. */
export const removedWords = (parts: readonly ErasedPart[]): string[] =>
  parts.filter(({ removed }) => removed > 0).map(({ kind, removed }) => counted(removed, kind))

/** « 2 contrats (contrat signé, conservé 7 ans après sa fin) ». */
export const keptNames = ({ kind, reason, day, count: n }: Kept & { kind: ErasedKind }): string =>
  `${counted(n, kind)} (${reasonNames[reason](formatDate(day))})`

/** The report in sentences, as the client reads it. */
export const erasureWords = (parts: readonly ErasedPart[]): string[] => {
  const removed = removedWords(parts)
  const stays = parts.flatMap(({ kind, kept }) => kept.map((one) => keptNames({ kind, ...one })))
  return [
    removed.length > 0 ? `Effacé définitivement\u00a0: ${removed.join(', ')}.` : 'Il n’y avait rien à effacer.',
    stays.length > 0 ? `Conservé\u00a0: ${stays.join('\u00a0; ')}.` : 'Il ne reste rien.',
  ]
}
