// Who is chosen for each route before the crew is called.
import type { Crew, CrewMember } from '@bordee/core/replies/crew-call.ts'

export interface CrewChoice {
  routeId: string
  routeName: string
  accessIds: string[]
  unit: string
}

/** Each route with those who drove it last; whoever drove two is called for the first. */
export function choicesOf({ routes }: Pick<Crew, 'routes'>): CrewChoice[] {
  const taken = new Set<string>()
  return routes.map(({ routeId, routeName, unit, accessIds }) => {
    const free = accessIds.filter((accessId) => !taken.has(accessId))
    for (const accessId of free) taken.add(accessId)
    return { routeId, routeName, accessIds: free, unit: unit ?? '' }
  })
}

interface Called {
  routeId: string
  routeName: string
  accessId: string
  unit: string
}

/** Those who can be reached by text. */
export function calledIn(choices: readonly CrewChoice[], members: readonly CrewMember[]): Called[] {
  const reachable = new Set(members.filter(({ phone }) => phone).map(({ accessId }) => accessId))
  return choices.flatMap(({ routeId, routeName, accessIds, unit }) =>
    accessIds.filter((accessId) => reachable.has(accessId)).map((accessId) => ({ routeId, routeName, accessId, unit: unit.trim() })),
  )
}

export const unreachableIn = (choices: readonly CrewChoice[], members: readonly CrewMember[]): CrewMember[] =>
  members.filter(({ accessId, phone }) => !phone && choices.some(({ accessIds }) => accessIds.includes(accessId)))
