// What to fix before the first snowfall (docs/product/season.md).
import * as z from 'zod'
import { id, named, text } from '../wire.ts'

export const seasonChecks = [
  'site-without-route',
  'site-on-two-routes',
  'site-not-placed',
  'site-without-area',
  'site-outside-sectors',
  'site-nobody-to-warn',
  'phone-failing',
  'contract-draft',
  'contract-unsigned',
  'contract-unpaid',
  'contract-free',
  'contract-without-requirement',
  'route-without-driver',
  'route-too-long',
  'bank-too-small',
  'template-without-account',
  'tracker-silent',
] as const
export type SeasonCheck = (typeof seasonChecks)[number]
export const seasonCheckNames: Record<SeasonCheck, string> = {
  'site-without-route': 'Sous contrat, sur aucun trajet',
  'site-on-two-routes': 'Sous contrat, sur deux trajets',
  'site-not-placed': 'Pas sur la carte',
  'site-without-area': 'Sans zone dessinée',
  'site-outside-sectors': 'Hors de tout secteur',
  'site-nobody-to-warn': 'Points de service sans personne à aviser',
  'phone-failing': 'Téléphones en échec',
  'contract-draft': 'Contrats en brouillon',
  'contract-unsigned': 'Contrats à signer',
  'contract-unpaid': 'Contrats impayés',
  'contract-free': 'Contrats à 0 $',
  'contract-without-requirement': 'Contrats sans exigences',
  'route-without-driver': 'Trajets sans opérateur',
  'route-too-long': 'Trajets à raccourcir',
  'bank-too-small': 'Banque d’alertes trop petite',
  'template-without-account': 'Cartes offertes sans compte de paiement',
  'tracker-silent': 'Appareils muets depuis un mois',
}

/** How many of a check are listed: the list shrinks as the user works through it. */
export const mostLines = 1000

const lineKey = z.string().regex(new RegExp(`^(${seasonChecks.join('|')}):[0-9a-f-]{36}$`), 'Cette ligne n’existe pas.')

export const seasonLine = named(
  'SeasonLine',
  z.object({
    /** The same as long as the problem lasts. */
    line: z.string(),
    check: z.enum(seasonChecks),
    /** Of the site, the occupant, the contract, the route, the template, the tracker or the company. */
    id,
    /** Whose folder fixes it. */
    customerId: id.nullable(),
    title: z.string(),
    detail: z.string(),
    ignoredReason: z.string().nullable(),
  }),
)
export type SeasonLine = z.infer<typeof seasonLine>

const checkCount = z.object({
  check: z.enum(seasonChecks),
  /** How many things were looked at. */
  total: z.int(),
  open: z.int(),
  ignored: z.int(),
})
export type CheckCount = z.infer<typeof checkCount>

export const seasonCheck = named(
  'SeasonReport',
  z.object({
    /** Out of a hundred. */
    score: z.int(),
    /** Those that apply to the company. */
    checks: z.array(checkCount),
    lines: z.array(seasonLine),
  }),
)
export type SeasonReport = z.infer<typeof seasonCheck>

/** A reason ignores the line; null stops ignoring it. */
export const ignoring = { line: lineKey, reason: text(200).nullable() }

/** The mean of the checks that apply, each the share of what is in order; what is ignored is. A hundred only without an open line. */
export function seasonScore(checks: readonly CheckCount[]): number {
  const parts = checks.filter(({ total }) => total > 0).map(({ total, open }) => 1 - Math.min(open, total) / total)
  if (parts.length === 0) return 100
  return Math.floor((parts.reduce((sum, part) => sum + part, 0) / parts.length) * 100)
}
