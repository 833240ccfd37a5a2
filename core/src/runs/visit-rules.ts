// Which positions make a visit, by what the round is for (docs/decisions/0069-windrows-and-passes.md).
import { type VisitRules, visitRules } from '../positions/visits.ts'
import type { RunKind } from './run-kind.ts'

/** The City's bank lies in the street, before the area: a truck that takes it away stays outside. */
const windrowRules: VisitRules = { ...visitRules, stay: 5, margin: 6, marginStanding: 6, leadStanding: 0 }

export const visitRulesFor = (kind: RunKind | undefined): VisitRules => (kind === 'windrow' ? windrowRules : visitRules)
