// « Où est ma déneigeuse? »: what a resident is told about their own site, and nothing about any other (docs/product/tracking.md).
import * as z from 'zod'
import { type NotDoneReason, notDoneReasonNames, notDoneReasons } from '../runs/run.ts'
import { hourIn } from '../time.ts'
import { instant, named } from '../wire.ts'
import { residentRangeWords } from './resident-range.ts'

const at = instant

const siteStatus = named(
  'SiteStatus',
  z.discriminatedUnion('is', [
    z.object({ is: z.literal('idle') }),
    /** The service is suspended: the office explains it. */
    z.object({ is: z.literal('suspended') }),
    /** Too little snow for the contract; centimetres, null if nobody read them. */
    z.object({ is: z.literal('not-required'), fallen: z.number().nullable(), threshold: z.number().nullable() }),
    /** It will be served, and nobody is on the way yet. */
    z.object({
      is: z.literal('listed'),
      /** When the crew was last asked to leave; null if that is over, or unknown. */ leavesAt: instant.nullable(),
    }),
    z.object({ is: z.literal('expected'), from: instant, to: instant, isWindrow: z.boolean() }),
    z.object({ is: z.literal('unforeseeable'), isWindrow: z.boolean() }),
    z.object({ is: z.literal('near') }),
    z.object({ is: z.literal('partial'), at, hasVehicle: z.boolean() }),
    z.object({ is: z.literal('done'), at, pass: z.int() }),
    z.object({ is: z.literal('not-done'), at: instant.nullable(), reason: z.enum(notDoneReasons).nullable(), comesBack: z.boolean() }),
  ]),
)
export type SiteStatus = z.infer<typeof siteStatus>

const callUs = 'Communiquez avec nous.'
const windrowCame = 'La Ville est repassée.'
const unforeseeable = 'Heure impossible à prévoir pour l’instant. Votre entrée est toujours sur la liste.'
const vehicleWasThere = 'Un véhicule était dans l’entrée; le nettoyage final suivra.'
const finalFollows = 'Le nettoyage final suivra.'

/** As the page shows it and the voice line says it: complete sentences, the first the most important. */
export const statusWords = (status: SiteStatus, zone: string): string =>
  [mainWords(status, zone), caveatOf(status)].filter(Boolean).join(' ')

/** What an hour is worth; null if none was said. */
export const caveatOf = (status: SiteStatus): string | null =>
  status.is === 'expected' && !status.isWindrow ? 'Estimation\u00a0: la météo peut la changer.' : null

/** Without the caveat. */
export function mainWords(status: SiteStatus, zone: string): string {
  switch (status.is) {
    case 'idle':
      return 'Aucune opération en cours.'
    case 'suspended':
      return callUs
    case 'not-required':
      return `Passage non requis pour l’instant${snowWords(status)}.`
    case 'listed':
      return `Votre entrée est sur la liste.${status.leavesAt ? ` Départ vers ${hourIn(zone, status.leavesAt)}.` : ''}`
    case 'expected':
      return status.isWindrow
        ? `${windrowCame} Retrait du banc de neige prévu ${residentRangeWords(status, zone)}.`
        : `Passage prévu ${residentRangeWords(status, zone)}.`
    case 'unforeseeable':
      return `${status.isWindrow ? `${windrowCame} ` : ''}${unforeseeable}`
    case 'near':
      return 'Votre tour approche. Déplacez votre véhicule maintenant.'
    case 'partial':
      return `Accès dégagé à ${hourIn(zone, status.at)}. ${status.hasVehicle ? vehicleWasThere : finalFollows}`
    case 'done':
      return `Fait à ${hourIn(zone, status.at)}${status.pass > 1 ? ` (${status.pass}e passage)` : ''}.`
    case 'not-done':
      return `Pas fait${hourWords(status.at, zone)}${reasonWords(status.reason)}. ${status.comesBack ? 'Nous repasserons.' : callUs}`
  }
}

const hourWords = (at: string | null, zone: string) => (at ? ` à ${hourIn(zone, at)}` : '')

function snowWords({ fallen, threshold }: { fallen: number | null; threshold: number | null }): string {
  const known = fallen === null ? [] : [`environ ${centimetres(Math.round(fallen))} au sol`]
  const promised = threshold === null ? [] : [`votre contrat prévoit un passage dès ${centimetres(threshold)}`]
  const words = [...known, ...promised].join('; ')
  return words && `\u00a0: ${words}`
}

const centimetres = (depth: number) => `${String(depth).replace('.', ',')}\u00a0cm`

/** What a driver wrote is for the office: only the reasons of the list are told. */
const reasonWords = (reason: NotDoneReason | null) => {
  if (reason === null || reason === 'other') return ''
  const name = notDoneReasonNames[reason]
  return `\u00a0: ${name.charAt(0).toLowerCase()}${name.slice(1)}`
}
