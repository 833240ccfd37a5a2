// A claim (« réclamation »): someone fell, or something broke, at a site (docs/product/claims.md).
import * as z from 'zod'
import { addDays, type IsoDate, yearAfter } from '../time.ts'
import { id, instant, lines, named, optionalLines, optionalText, text } from '../wire.ts'

const claimKinds = ['fall', 'damage'] as const
export type ClaimKind = (typeof claimKinds)[number]
export const claimKindNames: Record<ClaimKind, string> = { fall: 'Chute', damage: 'Bris' }

export const claimStates = ['open', 'settled', 'rejected', 'closed'] as const
export type ClaimState = (typeof claimStates)[number]
export const claimStateNames: Record<ClaimState, string> = { open: 'Ouverte', settled: 'Réglée', rejected: 'Refusée', closed: 'Fermée' }

const tooMuch = 'Le montant doit être de 0 à 10 000 000 $.'
/** Cents. */
const amount = z.int(tooMuch).min(0, tooMuch).max(1_000_000_000, tooMuch).nullable()

const fields = {
  happenedAt: instant.refine((at) => /^(19[7-9]|20|21)/.test(at), 'Cette date est trop loin.').meta({ title: 'Survenu le' }),
  kind: z.enum(claimKinds).meta({ title: 'Genre' }),
  siteId: id.nullable(),
  /** Where on the site, in words. */
  place: optionalText(200).meta({ title: 'Endroit' }),
  claimant: text(200).meta({ title: 'Réclamant' }),
  contact: optionalText(200).meta({ title: 'Coordonnées' }),
  description: lines(5000).meta({ title: 'Ce qui est arrivé' }),
  insurer: optionalText(200).meta({ title: 'Assureur' }),
  insurerNumber: optionalText(100).meta({ title: 'Nº de dossier de l’assureur' }),
  amountClaimed: amount.meta({ title: 'Montant réclamé' }),
  amountSettled: amount.meta({ title: 'Montant réglé' }),
  notes: optionalLines(5000).meta({ title: 'Notes' }),
}

/** What may be left out of a new claim is unknown yet. */
export const claimFields = z.object({
  ...fields,
  siteId: z.uuid('Le point de service est requis.').toLowerCase(),
  place: fields.place.default(null),
  contact: fields.contact.default(null),
  insurer: fields.insurer.default(null),
  insurerNumber: fields.insurerNumber.default(null),
  amountClaimed: fields.amountClaimed.default(null),
  amountSettled: fields.amountSettled.default(null),
  notes: fields.notes.default(null),
})
/** A merge: missing keys stay. The site of a claim doesn't change: another site's claim is another claim. */
export const claimChanges = z
  .object(fields)
  .omit({ siteId: true })
  .extend({ state: z.enum(claimStates) })
  .partial()

export const claim = named(
  'Claim',
  z.object({
    id,
    ...fields,
    place: z.string().nullable(),
    contact: z.string().nullable(),
    insurer: z.string().nullable(),
    insurerNumber: z.string().nullable(),
    notes: z.string().nullable(),
    state: z.enum(claimStates),
    /** As they were when the claim was opened: the folder may be deleted once nothing holds it. */
    siteAddress: z.string(),
    customerId: id.nullable(),
    customerName: z.string(),
    /** Since when everything it touches is protected, and by whom. */
    heldAt: instant.nullable(),
    heldBy: z.string().nullable(),
    /** The last day on which the claimant may sue, by the civil code's usual limitation. */
    prescribedOn: z.iso.date(),
    userName: z.string(),
    createdAt: instant,
    closedAt: instant.nullable(),
  }),
)
export type Claim = z.infer<typeof claim>

/** Years within which someone may sue, for an injury as for damage (Civil Code of Québec, art. 2925 and 2930). */
export const limitationYears = 3

/** The last day on which a claim about `day` can be brought. */
export const prescribedOn = (day: IsoDate): IsoDate => Array.from({ length: limitationYears }).reduce<IsoDate>(yearAfter, day)

/** How many days are left; 0 on the last one, negative once it is over. */
export const daysLeft = (last: IsoDate, today: IsoDate): number =>
  Math.round((Date.parse(`${last}T00:00:00Z`) - Date.parse(`${today}T00:00:00Z`)) / 86_400_000)

/** What a held claim protects: the winter it happened in, from the autumn's « état des lieux » to the summer. */
export function heldDays(day: IsoDate): { from: IsoDate; to: IsoDate } {
  const year = Number(day.slice(0, 4)) - (day.slice(5, 7) < '08' ? 1 : 0)
  return { from: `${year}-08-01`, to: addDays(`${year + 1}-08-01`, -1) }
}
