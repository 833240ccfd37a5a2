// What a contract promises for each operation: from how much snow, and by when (docs/product/operations.md).
import * as z from 'zod'
import { formatNumber } from '../text.ts'
import { formatHour } from '../time.ts'
import { named, timeOfDay } from '../wire.ts'

export const iceTerms = ['included', 'on-call', 'excluded'] as const
export const iceNames: Record<(typeof iceTerms)[number], string> = { included: 'Incluse', 'on-call': 'Sur appel', excluded: 'Exclue' }

const hours = (least: number, most: number) => {
  const message = `Entrez un nombre d’heures de ${least} à ${most}.`
  return z.int(message).min(least, message).max(most, message)
}
const depth = 'Entrez de 0 à 100 cm, avec au plus une décimale.'

/** Null stands for the company's default. */
export const requirement = named(
  'Requirement',
  z.object({
    /** Centimetres fallen since the site's last complete pass. */
    triggerDepth: z.number(depth).min(0, depth).max(100, depth).multipleOf(0.1, depth).nullable(),
    doneBy: timeOfDay.nullable(),
    /** Hours after the snow ends. */
    hoursAfter: hours(0, 72).nullable(),
    /** Hours between two passes, for a site that is served around the clock. */
    maxInterval: hours(1, 48).nullable(),
    ice: z.enum(iceTerms).nullable(),
  }),
)
export type Requirement = z.infer<typeof requirement>

/** A merge: missing keys stay. */
export const requirementChanges = requirement.partial().meta({ title: 'Exigences' })

/** What a company promises where a contract says nothing. */
export const requirementDefaults = requirement.omit({ maxInterval: true })
type RequirementDefaults = z.infer<typeof requirementDefaults>

export const noRequirement: Requirement = { triggerDepth: null, doneBy: null, hoursAfter: null, maxInterval: null, ice: null }

/** What applies to a site. Without an active contract it is always served, by the company's usual time. */
export function requirementOf(contract: Requirement | null, company: RequirementDefaults): Requirement {
  if (!contract) return { ...noRequirement, doneBy: company.doneBy, hoursAfter: company.hoursAfter }
  return {
    triggerDepth: contract.triggerDepth ?? company.triggerDepth,
    doneBy: contract.doneBy ?? company.doneBy,
    hoursAfter: contract.hoursAfter ?? company.hoursAfter,
    maxInterval: contract.maxInterval,
    ice: contract.ice ?? company.ice,
  }
}

/** What a contract itself says, as its readers see it. */
export function requirementFacts({ triggerDepth, doneBy, hoursAfter, maxInterval, ice }: Requirement): Record<string, string> {
  const facts = {
    'Seuil de déclenchement': triggerDepth === null ? null : `${formatNumber(triggerDepth)}\u00a0cm depuis le dernier passage complet`,
    'À faire avant': doneBy && formatHour(doneBy),
    'Délai après la fin de la neige': hoursAfter === null ? null : `${hoursAfter}\u00a0h`,
    'Service 24\u00a0h': maxInterval && `au plus ${maxInterval}\u00a0h entre deux passages`,
    Glace: ice && iceNames[ice],
  }
  return Object.fromEntries(Object.entries(facts).flatMap(([name, value]) => (value ? [[name, value]] : [])))
}
