// How the demo's trucks drive: along the town's streets, always the same for the same arguments.
import { type Driven, drive as driveAnywhere } from '../onboarding/driving.ts'
import { seeded } from './chance.ts'
import { wayBetween } from './roads.ts'

export const drive = (sites: readonly Driven[], startedAt: number, seed: number) =>
  driveAnywhere(sites, { startedAt, random: seeded(seed), wayBetween })
